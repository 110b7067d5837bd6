import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Driftglass Games: a small studio; its game "Saltmarsh" has players in every time zone. */
export const driftglassRooms: SupportRoom[] = [
  {
    name: 'xX_kraken_Xx / save file lost',
    visitor: 'Mikkel Sørensen',
    staff: ['tomas', 'aoife', 'kwame'],
    language: 'en',
    page: 'https://driftglass.example/saltmarsh/support?topic=saves',
    episodes: [
      episode(
        '24d 9h',
        visitor('my save is GONE. 140 hours. i am shaking'),
        rejected('Have you tried turning it off and on again?', '140 hours. Not the moment.'),
        approved(
          'Please do not start a new game yet, and close Saltmarsh completely: then nothing can be overwritten. The game keeps ten older copies. I am looking at your cloud folder right now.',
        ),
        visitor('ok closed. not touching anything'),
        approved(
          'Found it. Your save from yesterday, 23:12, 140 h 37 min, is complete. I have put it back in slot 2. When you start the game and it asks "local or cloud?", choose cloud.',
        ),
        visitor('IT IS THERE. all the crabs are there. i love you'),
        approved(
          'The crabs send their regards. What happened: the disk was full and the game wrote an empty file. Version 1.8.3 checks for this before saving, and yes, that was a bug of ours.',
        ),
      ),
      episode(
        '8d 5h',
        visitor('can confirm 1.8.3 warned me today instead of eating my crabs. good patch'),
        approved('Then it was worth it. We have named a crab after you in 1.8.4, keep your eyes on the north beach.'),
        visitor('no way'),
      ),
      episode(
        '16m',
        visitor(
          'FOUND HIM. he pinches me every time. but my achievements stopped counting since 1.8.4, "beachcomber" stuck at 99/100',
        ),
        inReview(
          'Glad the two of you have met! "Beachcomber" has an off-by-one since 1.8.4: the last shell counts only after a restart with the menu open. Quit from the title menu (not with Alt+F4), start again, and it should say 100/100. If not, write to me and I set it by hand.',
        ),
        visitor('restart did it!! 100/100 🦀🦀🦀'),
      ),
    ],
  },
  {
    name: '박지훈 refund request',
    visitor: '박지훈',
    staff: ['weiting', 'priya', 'mina'],
    language: 'en',
    page: 'https://driftglass.example/refunds',
    episodes: [
      episode(
        '15d 8h',
        visitor(
          'Hello. I bought the game for my nephew but his laptop is too old. Played 25 minutes. Can I get refund? Order DG-20931',
        ),
        approved(
          'Hello Ji-hoon, of course: under two hours there are no questions. 19.99 € will go back to your card within five working days. Shall I look whether the older 1.2 version would run on his laptop? It needs half the memory.',
          { by: 'priya' },
        ),
        visitor('Oh! Yes please, he cried a little'),
        edited(
          'It should run: 1.2 needs 2 GB of memory and any graphics from 2012 on. I have stopped the refund and put the 1.2 version into your library as "Saltmarsh Classic". If it does not run either, you get the money back, with no time limit.',
          'I stopped the refund and added 1.2. Good luck.',
          {
            by: 'priya',
            comment: 'Say what it needs and that the refund stays open, else he has to trust us blindly.',
          },
        ),
        visitor('It runs. He is fishing. He does not answer me anymore'),
        approved('Mission accomplished, we are afraid.', { by: 'priya' }),
      ),
      episode(
        '6h 40m',
        visitor('Now he asks for Korean language. Is there?'),
        staff('There is a community translation, let me check that it works with Classic.'),
        inReview(
          'It does: open Settings, Language, "Community", and choose 한국어 (by player sori_gull). It covers about 94 %; the fish names are complete, the credits are not. The game downloads 3 MB and restarts.',
          'priya',
        ),
      ),
    ],
  },
  {
    name: 'Chiara Lombardi · streaming permission',
    visitor: 'Chiara Lombardi',
    staff: ['luca', 'aoife', 'ingrid'],
    language: 'en',
    page: 'https://driftglass.example/creators',
    channel: 'instagram',
    episodes: [
      episode(
        '16d 1h',
        visitor(
          'Ciao! I stream cosy games for ~2k people. May I play Saltmarsh with ads on? And the music, will I get strikes?',
        ),
        approved(
          'Ciao Chiara! Yes, with ads, donations and whatever keeps the lights on. The music is ours, so no strikes, with one exception: the radio in the lighthouse plays a licensed tune. Turn on "Streamer radio" under Audio and it becomes rain.',
        ),
        visitor('rain is better anyway'),
        approved(
          'We think so, too. If you tell us the date, we post it on our page, and some of us will sit in the chat and be embarrassed.',
        ),
      ),
      episode(
        '9d 9h',
        visitor('Stream was lovely!! but one viewer found a swear word in the fish book (page 38, Italian only)'),
        rejected(
          'That is a translation error by a third party.',
          'It has our logo on it. Thank her, say it is fixed when it is fixed.',
        ),
        approved(
          'Oh no. You are right: the fish is called "ghiozzo", and a missing letter makes it rather something else. It is fixed in tonight\'s build. Thank you for telling us in private first!',
        ),
        visitor('ahahah figurati. The chat was on the floor'),
        staff('So were we, a little.'),
      ),
      episode(
        '4d 6h',
        visitor('Can you give away a few keys to my chat? 5 would be amazing'),
        rejected('We do not give away keys.', 'Creators with a signed page get ten a season, and hers is signed.'),
        approved(
          'Gladly: ten keys are on your creator page, valid until the end of the season. Please do not post them in public; the bots need about four seconds.',
        ),
        visitor('ten!! grazie mille 🐚'),
      ),
      episode(
        '50s',
        visitor('Ciao! Emergency, I am live in 10 minutes and the game shows a black screen since the update 😱'),
      ),
    ],
  },
  {
    name: 'Bug: ferry clips through pier (v1.8.4)',
    visitor: 'Lucía Benítez',
    staff: ['dmytro', 'tomas', 'kwame'],
    language: 'es',
    page: 'https://driftglass.example/saltmarsh/bugs',
    episodes: [
      episode(
        '20d 7h',
        visitor(
          'Hola, en la misión «Última barca» el ferry atraviesa el muelle y se lleva al alcalde. No sé si es un error o arte.',
        ),
        approved(
          'Hola, Lucía. Nos encantaría decir que es arte. Es un error con mareas vivas: el muelle flota y el ferry no se entera. ¿Nos dice su versión y si jugaba a más de 120 imágenes por segundo?',
        ),
        visitor('1.8.2, 144 Hz.'),
        approved(
          'Gracias, era eso: a más de 120 la marea sube dos veces. Limite a 60 en Vídeo hasta la próxima versión; el alcalde vuelve a su sitio al dormir una noche en el juego.',
        ),
        visitor('El alcalde ha vuelto, mojado pero digno.'),
      ),
      episode(
        '5d 3h',
        visitor(
          'Con la 1.8.4 el ferry ya no atraviesa el muelle, ahora rebota. Vídeo: https://video.example/w/9k2h-saltmarsh-ferry-bounce?t=42s&quality=1080p&share=copy',
        ),
        edited(
          'Hemos visto el vídeo siete veces, por motivos científicos. El rebote desaparece en la 1.8.5, prevista para el jueves. Si quiere, la apuntamos como probadora: recibe las versiones dos días antes.',
          'Visto. Se arregla en la 1.8.5.',
          { comment: 'Es la segunda vez que nos ayuda; ofrécele el acceso de pruebas.' },
        ),
        visitor('¡Me apunto!'),
        approved('Apuntada. El jueves por la mañana le llega la clave de la versión 1.8.5-beta.'),
      ),
      episode(
        '3h 15m',
        visitor('1.8.5-beta: el ferry atraca perfecto. El alcalde ahora saluda. ¿Eso es nuevo?'),
        staff('¡Ha vuelto nuestra probadora! Pregunto al equipo.'),
        inReview(
          '¡Gracias por probarla! Sí, el saludo es nuevo y es por usted: saluda solo a quien ha terminado «Última barca» sin perderlo. Los demás reciben una mirada.',
        ),
      ),
    ],
  },
  {
    name: 'Parent question, in-game purchases',
    visitor: 'Harpreet Gill',
    staff: ['priya', 'nomvula', 'mina'],
    language: 'en',
    page: 'https://driftglass.example/parents',
    isClosed: true,
    isSettled: true,
    episodes: [
      episode(
        '27d 7h',
        visitor('My son (9) says he needs "pearls" and that they cost real money. Does he?'),
        edited(
          'Your son is a skilled negotiator: pearls are found on the beach and cannot be bought. Saltmarsh has no purchases inside the game at all. If a page asked him for money, it was not ours, and we would be glad of its address.',
          'No, there are no in-app purchases.',
          { comment: 'If someone asked the boy for money, we want to know where.' },
        ),
        visitor('He has confessed. It was for sweets.'),
        approved(
          "Honest in the end! For what it is worth, you can give him 50 pearls for a clean room: parents' menu, code on the back of the box.",
        ),
        visitor('The room is clean. I am speechless'),
        visitor('You have changed my life. Thank you and goodbye 👋'),
      ),
    ],
  },
];

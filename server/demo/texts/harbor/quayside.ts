import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Quayside School: sailing and languages, for children and for those who start late. */
export const quaysideRooms: SupportRoom[] = [
  {
    name: 'Mei Tan · beginners course',
    visitor: 'Mei Tan',
    staff: ['aoife', 'tomas', 'weiting', 'mina'],
    language: 'en',
    page: 'https://quayside-school.example/courses/first-sail',
    episodes: [
      episode(
        '28d 9h',
        visitor(
          'Hi! I am 34 and a bit scared of water. Is "First Sail" for adults as well or will I sit between ten-year-olds?',
        ),
        approved(
          'Hi Mei! The Saturday group is adults only, the youngest is 27 and the oldest 71. About half of them came because they were scared of water, and they say so on the first morning, which helps.',
        ),
        visitor('Ok that helps already. What if I panic?'),
        approved(
          'Then your boat turns round; that takes forty seconds. There is always a safety boat with an instructor, and for the first two mornings you do not leave the inner basin, where you can stand almost everywhere.',
        ),
      ),
      episode(
        '21d 7h',
        visitor('Booked!! What do I bring?'),
        edited(
          'Welcome aboard! Shoes that may get wet, a warm layer that is not cotton, a towel and something dry for the way home. Lifejacket and oilskins are here in every size. Lunch is soup, with meat or without.',
          'Shoes, warm clothes, towel. We have lifejackets.',
          { comment: 'She is nervous. A bit more warmth, and mention lunch.' },
        ),
        visitor('Soup 🍲 I can do soup'),
        staff('See you on Saturday at 9!'),
      ),
      episode(
        '13d 9h',
        visitor('I CAPSIZED and it was FUN???'),
        approved(
          'Congratulations!!! That happens to everyone once, and about one in three comes out of the water laughing. Welcome to the one in three.',
        ),
      ),
      episode(
        '6d 9h',
        visitor('Can I move from Saturdays to Sundays for the second half? New job.'),
        rejected(
          'The course cannot be split between groups.',
          'It can from lesson five on, and she is at four. Look at the course rules.',
        ),
        approved(
          "Yes, from lesson five on the two groups do the same, so Sunday works for you. I have moved you; your instructor is then Piet, who is quieter than Saturday's Ro. Good luck in the new job!",
        ),
      ),
      episode(
        '1h 20m',
        visitor('Hello it is me, the capsizer. What comes after First Sail? I want more.'),
        staff('Hello capsizer! Let me see what starts next.'),
        inReview(
          'We hoped you would ask! After First Sail comes "Own Helm": six evenings, from 6 May, one person to a boat, 240 €. There are four places left, and Piet already told us that you would want one. Shall I put you down?',
        ),
      ),
    ],
  },
  {
    name: 'Famille Okoye-Martin · inscription',
    visitor: 'Sandrine Okoye-Martin',
    staff: ['luca', 'nomvula', 'kwame'],
    language: 'fr',
    page: 'https://quayside-school.example/fr/enfants',
    episodes: [
      episode(
        '19d 2h',
        visitor('Bonjour, je voudrais inscrire mes jumeaux de 8 ans. Ils peuvent être dans le même bateau ?'),
        approved(
          "Bonjour, à 8 ans on navigue à trois par Optimist double, donc oui. L'expérience montre qu'après deux jours, les jumeaux demandent eux-mêmes à être séparés.",
        ),
        visitor('Je les reconnais bien là.'),
        approved(
          "Pour l'inscription, il nous faut un test de natation de 25 mètres par enfant. Il peut se faire chez nous le mercredi à 14 h, avec gilet et sans pression.",
        ),
      ),
      episode(
        '12d 8h',
        visitor("L'un a réussi le test, l'autre a refusé d'entrer dans l'eau. 😔"),
        rejected(
          'Dans ce cas il ne peut malheureusement pas participer.',
          "On a le groupe « Petits pas » exactement pour ça. Le proposer, avec les mots qu'il faut.",
        ),
        approved(
          "Cela arrive chaque semaine, dites-le-lui. Le groupe « Petits pas » commence sur le quai et avance au rythme de chacun : l'été dernier, sept enfants sur huit naviguaient avec les autres au bout de quatre jours. Même horaire, même prix.",
        ),
        visitor("Il a dit « d'accord, mais sur le quai ». Merci infiniment."),
        approved(
          "Sur le quai, promis. Son moniteur sera Amadou, qui détestait l'eau à son âge et qui le raconte très bien.",
        ),
      ),
      episode(
        '4h 55m',
        visitor("Une question d'argent : y a-t-il une réduction pour le deuxième enfant ?"),
        staff('Bonjour ! Je regarde votre dossier.'),
        inReview(
          "Oui, 20 % sur le deuxième enfant, soit 144 € au lieu de 180 €. Elle ne s'est pas appliquée parce que les deux noms de famille étaient écrits différemment ; j'ai corrigé, et les 36 € de trop vous sont remboursés.",
        ),
      ),
    ],
  },
  {
    name: 'Evening English, level test',
    visitor: 'Thiago Barbosa',
    staff: ['tomas', 'zeynep', 'priya', 'mina'],
    language: 'pt',
    page: 'https://quayside-school.example/pt/ingles',
    episodes: [
      episode(
        '18d 4h',
        visitor('Boa noite. Fiz o teste de nível e deu A2, mas acho que sou B1. Dá para refazer?'),
        approved(
          'Boa noite, Thiago! Dá sim, uma vez e de graça. Ou, melhor ainda, converse quinze minutos com a professora Harriet na quinta às 19h: ela coloca você na turma certa na hora.',
        ),
        visitor('Prefiro a conversa, fico nervoso com provas.'),
        approved('Marcado: quinta, 19h, sala azul. Não precisa estudar nada, ela costuma perguntar sobre comida.'),
      ),
      episode(
        '15d 9h',
        visitor('B1!! 💪 E falamos só de feijoada'),
        approved(
          'Parabéns! A turma B1 começa na terça às 18h30, sala verde. O livro está incluído e espera por você na secretaria.',
        ),
        visitor('obrigado!!'),
      ),
      episode(
        '4d 8h',
        visitor('Na terça que vem trabalho até 19h. Posso chegar mais tarde?'),
        rejected(
          'As aulas começam às 18h30 para todos.',
          'Ele pode trocar aquela noite pela turma de quinta, mesma lição. Ofereça isso.',
        ),
        approved(
          'Pode, mas você perderia a metade. Sugestão: venha na quinta às 19h30, que repete a mesma lição. Avisei os dois professores, é só aparecer.',
        ),
        visitor('perfeito'),
      ),
      episode(
        '27m',
        visitor(
          'Hi! I try to write in English now. I lost my book in the bus. How much costs a new one? Or is there a used one?',
        ),
        rejected(
          "Hi Thiago, your English made it across without a scratch! A new book costs 24 €, a used one 8 € (with someone else's answers in pencil). Also try the bus company: 555-0173, they find about one textbook a week.",
          'Lovely, but the used copies are gone since Monday. Ask the office whether there is one in the cupboard, then send it again.',
          'tomas',
        ),
      ),
    ],
  },
  {
    name: 'Teacher wanted? – Yaw Darko',
    visitor: 'Yaw Darko',
    staff: ['nomvula', 'dmytro', 'ingrid'],
    language: 'en',
    page: 'https://quayside-school.example/jobs',
    episodes: [
      episode(
        '11d 7h',
        visitor(
          'Good day, I sent my application as sailing instructor two weeks ago and heard nothing. I know that is not a customer question.',
        ),
        rejected(
          'This chat is for customers only.',
          'He was polite about it. Look whether the application arrived and give him a name.',
        ),
        approved(
          'Good day Yaw, it is a question, and that is enough. Your application is here; the head of sailing is back from the regatta on Monday and reads them all that day. I have put a note on yours that you asked.',
          { by: 'nomvula' },
        ),
        visitor('Thank you, that is kind.'),
      ),
      episode(
        '7d 8h',
        visitor('Interview on Friday! Is there a wall I have to climb or something?'),
        approved(
          'No wall. You will be asked to rig a boat, sail round the harbour with Ro, and explain a tack to someone who pretends to be nine. Bring dry clothes; the nine-year-old tends to splash.',
        ),
        visitor('😂 ok I am ready for the nine-year-old'),
        staff('Fingers crossed!'),
      ),
      episode(
        '4d 9h',
        visitor(
          'Friday went well I think. The nine-year-old was a sixty-year-old with a water pistol. When will I hear?',
        ),
        rejected('You got the job!!', 'No one knows yet, and it is not ours to say: the head decides on Tuesday.'),
        approved(
          'That is Ro, she takes the part seriously. The decision is made on Tuesday and you will hear the same day, whichever way it goes.',
        ),
      ),
      episode(
        '1d 4h',
        visitor('I got it. Start in April. Just wanted to tell the person who wrote the note.'),
        staff('Congratulations!! I am passing this on to her at once.'),
        inReview(
          'Yaw, I am the one who wrote the note, and this is the best message of my week. Your staff account opens in March; until then this chat stays yours for questions, customer or not.',
          'nomvula',
        ),
      ),
    ],
  },
];

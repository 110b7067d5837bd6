import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Port Ellery City Office: moorings, parking, registrations and everything else a small town asks. */
export const portElleryRooms: SupportRoom[] = [
  {
    name: 'Mooring permit 2291 – Nikolai Brandt',
    visitor: 'Nikolai Brandt',
    staff: ['tomas', 'dmytro', 'kwame', 'ingrid'],
    language: 'en',
    page: 'https://port-ellery.example/moorings',
    episodes: [
      episode(
        '27d 3h',
        visitor(
          'I applied for a mooring in the inner basin in March (2291). The website says "in progress" since then. Is it?',
        ),
        approved(
          'It is, but the website is too polite to say where: you are number 7 on the list for boats of 8 to 10 metres, and about five places a year become free. Realistically it will be next spring.',
        ),
        visitor('That is the first useful information I have had. Can I see the number myself somewhere?'),
        approved(
          'Not yet, but I have passed it on: from next month the list position is to be shown on the page. Until then, ask us whenever you like.',
        ),
      ),
      episode(
        '15d 5h',
        visitor('Any movement?'),
        rejected(
          'Please do not ask for updates, you will be notified.',
          'We told him to ask whenever he likes, twelve days ago.',
        ),
        approved('Yes: two boats left the basin, you are number 5 now.'),
        visitor('🥳'),
      ),
      episode(
        '9d 8h',
        visitor(
          'And would an outer buoy be possible for the summer, while I wait? Does it cost me my place on the list?',
        ),
        edited(
          'Yes, and no: a summer buoy (May to September, 310 €) has no effect on your place in the list. Buoy 14 is free and suits nine metres. It can only be reached by dinghy, and it rolls in an east wind.',
          'Yes, a buoy is 310 €.',
          { comment: 'He asked two questions. And tell him about the east wind, everybody comes back about it.' },
        ),
        visitor('I own a dinghy and a strong stomach. Where do I sign?'),
        approved(
          'At https://port-ellery.example/moorings/seasonal?buoy=14, with your permit number 2291. It is held for you until Friday noon.',
        ),
      ),
      episode(
        '1h 55m',
        visitor('Signed and paid, reference PE-77120. The e-mail with the sticker has no sticker in it.'),
        rejected(
          'PE-77120 is paid, thank you. The mail went out before the sticker was printed, which our system finds normal. The real one is at the harbour office, window 2, until 17:00 today and tomorrow, or we post it to you; just say which.',
          'Window 2 is closed this afternoon. Offer the post first, then the window.',
          'tomas',
        ),
      ),
    ],
  },
  {
    name: 'رنا خليل · تسجيل عنوان جديد',
    visitor: 'رنا خليل',
    staff: ['zeynep', 'nomvula', 'mina'],
    language: 'ar',
    page: 'https://port-ellery.example/ar/registration',
    episodes: [
      episode(
        '23d 6h',
        visitor('مرحبا، انتقلت إلى بيت جديد. خلال كم يوم يجب أن أسجّل العنوان؟'),
        approved(
          'مرحبًا رنا، خلال 14 يومًا من الانتقال. يمكنك التسجيل عبر الموقع إن كانت لديك هوية إلكترونية، أو في المكتب بلا موعد من الثامنة إلى الظهر.',
        ),
        visitor('وماذا أحضر معي؟'),
        edited(
          'جواز السفر أو بطاقة الإقامة، وورقة المالك (نموذج W2) موقّعة. عقد الإيجار وحده لا يكفي مع الأسف.',
          'جواز السفر وعقد الإيجار.',
          { comment: 'العقد لا يكفي، المطلوب نموذج W2 من المالك.' },
        ),
        visitor('شكرا على التوضيح'),
        staff('أهلًا بك في بيتك الجديد.'),
      ),
      episode(
        '10d 3h',
        visitor('المالك لا يريد أن يوقّع النموذج. ماذا أفعل؟'),
        rejected('هذا شأن بينك وبين المالك.', 'المالك ملزم قانونًا بالتوقيع ونحن من يذكّره بذلك. لا نتركها وحدها.'),
        approved(
          'المالك ملزم بالتوقيع خلال أسبوعين. أرسلي لنا اسمه وعنوانه عبر النموذج الآمن وسنكتب إليه نحن، وهذا يكفي في الغالب. وقد سجّلتُ أنك راجعتِنا في الموعد، فلا غرامة عليك.',
        ),
        visitor('الله يعطيكم العافية، ارتحت كثيرا.'),
        approved('ويعافيك. سأكتب لك هنا عندما يردّ المالك.'),
      ),
      episode(
        '19m',
        visitor('وقّع المالك أخيرًا 😊 هل آتي اليوم؟ المكتب مفتوح؟'),
        inReview(
          'خبر جميل! المكتب مفتوح اليوم حتى الساعة 16:00، والازدحام أقل بعد الثانية. أحضري النموذج الأصلي مع جواز السفر، واسألي عن الشباك 5 فملفك جاهز هناك.',
        ),
      ),
    ],
  },
  {
    name: 'Parking fine 30-118-7724',
    visitor: 'Marcus Feld',
    staff: ['aoife', 'priya', 'kwame'],
    language: 'de',
    page: 'https://port-ellery.example/de/bussgeld',
    episodes: [
      episode(
        '21d 2h',
        visitor(
          'Ich habe ein Knöllchen (30-118-7724) bekommen, obwohl mein Parkschein gut sichtbar auf dem Armaturenbrett lag!!!',
        ),
        rejected(
          'Einsprüche sind schriftlich per Post einzureichen.',
          'Geht seit zwei Jahren auch hier im Chat, mit Foto. Bitte den Weg anbieten.',
          'aoife',
        ),
        approved(
          'Guten Tag Herr Feld, das lässt sich schnell klären: Bitte laden Sie ein Foto des Parkscheins über den Knopf mit der Büroklammer hoch. Ich vergleiche es mit dem Bild der Kontrolle.',
          { by: 'aoife' },
        ),
        visitor('Hochgeladen.'),
        approved(
          'Danke. Der Schein ist gültig, lag aber auf dem Kopf, sodass die Kontrolle nur die Rückseite mit der Werbung für Fischbrötchen sah. Wir stellen das Verfahren ein, Sie zahlen nichts.',
          { by: 'aoife' },
        ),
        visitor('Na bitte. Danke. Die Fischbrötchen sind übrigens gut.'),
      ),
      episode(
        '2d 4h',
        visitor('Jetzt kam trotzdem eine Mahnung über 38,50 €.'),
        approved(
          'Das hätte nicht passieren dürfen. Die Mahnung ging in derselben Nacht raus, bevor die Einstellung gebucht war. Sie ist gegenstandslos; die Bestätigung mit Stempel finden Sie in Ihrem Postfach.',
          { by: 'priya' },
        ),
        visitor('Mit Stempel! Dann glaube ich es.'),
        staff('Ohne Stempel glauben wir es selbst nicht.'),
      ),
    ],
  },
  {
    name: 'Street lamp, Net Lane 14',
    visitor: 'Wanjiru Kamau',
    staff: ['nomvula', 'luca', 'weiting'],
    language: 'en',
    page: 'https://port-ellery.example/report',
    episodes: [
      episode(
        '16d 9h',
        visitor(
          "The street lamp in front of Net Lane 14 blinks all night. It is directly at my daughter's window. She says it is talking to the lighthouse.",
        ),
        approved(
          'Good evening, and please tell your daughter that the lighthouse has not answered. I have reported it as lamp NL-06; the electrician is in the old town on Wednesday.',
          { by: 'nomvula' },
        ),
        visitor('She is disappointed but thanks you.'),
        staff('🙂'),
      ),
      episode(
        '9d 1h',
        visitor('Wednesday came, the electrician did not.'),
        rejected(
          'The electrician has a lot to do. Please be patient.',
          'Find out. He was there, and repaired NL-08 by mistake.',
          'luca',
        ),
        approved(
          'He did come, but repaired lamp NL-08, which was fine before and is now excellent. I have sent him a photo with an arrow. New date: tomorrow between 8 and 10.',
          { by: 'luca' },
        ),
        visitor('An arrow, good. Fixed this morning! Dark and quiet.'),
        approved('Then good night to Net Lane.', { by: 'luca' }),
      ),
      episode(
        '5h 5m',
        visitor('My daughter wrote a letter to the electrician. Where can we send it?'),
        staff('How lovely. Let me ask him where he likes to get his post.'),
        inReview(
          'Please send it to: Mr Teodor Ilić, City Works, Rope Walk 3, Port Ellery. He says that no one has ever written to him, except about NL-08, and that he will answer.',
          'nomvula',
        ),
      ),
    ],
  },
  {
    name: 'Joana Figueiredo · licença de esplanada',
    visitor: 'Joana Figueiredo',
    staff: ['tomas', 'zeynep', 'ingrid'],
    language: 'pt',
    page: 'https://port-ellery.example/pt/licencas',
    episodes: [
      episode(
        '24d 7h',
        visitor('Boa tarde, tenho um café e queria pôr seis mesas no passeio. Que licença preciso?'),
        approved(
          'Boa tarde, Joana! É a licença de esplanada, formulário E-3. Precisa de uma planta simples com as medidas: têm de ficar livres 1,80 m para os peões. Pode desenhar à mão, desde que os números se leiam.',
        ),
        visitor('O passeio tem 3,40 m. Dá?'),
        approved(
          'Dá para mesas até 1,20 m de fundo, cadeiras incluídas, e ainda sobram 40 cm de margem. Seis mesas cabem se forem encostadas à fachada.',
        ),
      ),
      episode(
        '17d 5h',
        visitor('Entreguei tudo. Quanto tempo demora?'),
        edited(
          'O prazo é de 20 dias úteis. Como a rua está em obras até ao dia 12, a vistoria só pode ser depois disso; conte com a resposta no fim do mês.',
          'Cerca de uma semana.',
          { comment: 'A rua está em obras, não dá para prometer uma semana.' },
        ),
        visitor('Ok, aguardo.'),
      ),
      episode(
        '3d 1h',
        visitor('A vistoria veio hoje e mediu 1,75 m em vez de 1,80. Cinco centímetros!'),
        rejected(
          'Lamentamos, o pedido foi recusado.',
          'Não foi recusado: pode corrigir em 10 dias. Ajudar a achar os 5 cm.',
        ),
        approved(
          'Não se preocupe, não é uma recusa: tem dez dias para corrigir. Vi a planta: se rodar a mesa 4 em 90 graus, ganha 12 cm. Mande-me só uma fotografia com a fita métrica e eu junto ao processo.',
        ),
        visitor('Rodei, medi, 1,86 m! Foto enviada 📐'),
        approved('Recebida e junta ao processo. A decisão costuma sair dois ou três dias depois disto.'),
      ),
      episode(
        '1d 8h',
        visitor('E posso pôr um toldo por cima das mesas?'),
        approved(
          'Um toldo fixo precisa de outra licença (E-7), mas guarda-sóis até 3 m estão incluídos na esplanada. Só não podem tapar o sinal de trânsito na esquina.',
        ),
        visitor('Guarda-sóis então ☂️'),
        staff('Boa escolha!'),
      ),
      episode('3m', visitor('Bom dia! Já há novidades da licença?'), visitor('Tenho as mesas a chegar às 11h 😬')),
    ],
  },
  {
    name: 'Town hall wedding – Sana & Pieter',
    visitor: 'Sana Rahimi',
    staff: ['priya', 'aoife', 'mina', 'weiting'],
    language: 'en',
    page: 'https://port-ellery.example/weddings',
    description: 'Wedding on the 20th, two languages, one very small dog.',
    episodes: [
      episode(
        '29d 5h',
        visitor(
          'Hello, my fiancé is Dutch and I am Iranian. Which papers does the town hall need from us to marry here?',
        ),
        edited(
          'Hello Sana, congratulations! From both of you: passport, birth certificate and a certificate that you are free to marry, none older than six months. The Iranian papers need a sworn translation, the Dutch ones come in several languages already: Pieter should ask for the "international extract".',
          'Hello Sana, congratulations! Passport, birth certificate and certificate of no impediment.',
          { comment: 'Add the age limit and the translation, those are what couples come back for.' },
        ),
        visitor('Six months! Mine is from last year. Good that I asked.'),
        approved(
          'Then only that one has to be new. The consulate takes about three weeks; if you apply now, your date in the spring is safe.',
        ),
      ),
      episode(
        '15d 2h',
        visitor('All papers there. May someone translate during the ceremony? My parents speak Persian only.'),
        approved(
          'Yes, and it makes the ceremony nicer. The interpreter has to be sworn in only for the "yes" itself; for the rest a cousin will do. We have a list of three, one of them is in town.',
        ),
        visitor('My cousin will be honoured and terrible.'),
        approved('That is what cousins are for. Please send us her name, so that she gets a seat in front.'),
      ),
      episode(
        '7d 6h',
        visitor('Is a dog allowed in the hall? 3 kg. He will carry the rings.'),
        rejected(
          'Animals are not permitted in public buildings.',
          'The registrar decides, and she has allowed two dogs this year. Ask her before you say no.',
        ),
        approved(
          'I asked the registrar: 3 kg of dog with an official duty are allowed. She would like him to be on a lead, and photographed.',
        ),
        visitor('He has a bow tie 🐶'),
      ),
      episode(
        '1h 4m',
        visitor('Two weeks to go! Can we throw rice on the steps? And where may the bus park?'),
        inReview(
          'Not rice, please: the gulls come for it and do not leave. Petals and soap bubbles are fine. The bus can stand at Rope Walk, bay 6, which I have had closed off for you from 13:00 to 16:00.',
        ),
        inReview(
          'One more thing for the day: the clock on the tower strikes on the quarter, loudly. If you start at 14:02 you have thirteen quiet minutes for the important part.',
          'aoife',
        ),
      ),
    ],
  },
];

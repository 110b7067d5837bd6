import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Gannet Air & Ferries: seaplanes and boats to the islands of Varra, Skarholm and Little Ness. */
export const gannetRooms: SupportRoom[] = [
  {
    name: 'أحمد المصري – العبّارة إلى فارا',
    visitor: 'أحمد المصري',
    staff: ['zeynep', 'tomas', 'mina'],
    language: 'ar',
    page: 'https://gannet.example/ar/booking/GX7K2P',
    channel: 'whatsapp',
    episodes: [
      episode(
        '20d 3h',
        visitor('السلام عليكم، حجزت العبّارة إلى فارا يوم الجمعة برقم GX7K2P وأريد تغييرها إلى السبت.'),
        approved(
          'وعليكم السلام أستاذ أحمد. نقلتُ حجزك GX7K2P إلى يوم السبت الساعة 9:30 صباحًا بالمقاعد نفسها. لا توجد رسوم لأن التغيير تم قبل السفر بأكثر من 24 ساعة.',
        ),
        visitor('شكرًا جزيلًا'),
        staff('على الرحب والسعة.'),
      ),
      episode(
        '16d 6h',
        visitor('هل يمكن أن آخذ معي دراجة أطفال؟'),
        approved(
          'نعم، ودراجات الأطفال مجانية. اتركها من فضلك في الحامل بجانب الباب الخلفي قبل الصعود، وسيساعدك الطاقم.',
        ),
        visitor('👍'),
      ),
      episode(
        '11d 1h',
        visitor('ألغيت الرحلة أمس بسبب الرياح ولم يصلني أي مبلغ حتى الآن.'),
        rejected(
          'الرياح ليست مسؤوليتنا، ولا نعيد المبلغ.',
          'غير صحيح: عند إلغاء الرحلة من جانبنا نعيد المبلغ كاملًا أيًّا كان السبب.',
        ),
        approved(
          'أعتذر عن يوم السفر الضائع. عند إلغاء الرحلة نعيد كامل المبلغ: 84 يورو في طريقها إلى بطاقتك، وتصل خلال خمسة أيام عمل. وإن كنت قد دفعت ثمن مبيت في الميناء بسبب الإلغاء فأرسل الإيصال ونتحمّله حتى 90 يورو.',
        ),
        visitor('لم أكن أعرف موضوع المبيت! سأرسل الإيصال الليلة.'),
        approved('ممتاز، أرسله إلى claims@gannet.example مع رقم الحجز في العنوان، وسأتابعه بنفسي.'),
      ),
      episode(
        '1h 38m',
        visitor('أرسلت الإيصال قبل أسبوع إلى claims@gannet.example ولم يرد أحد. الفندق 72 يورو.'),
        inReview(
          'أستاذ أحمد، وجدتُ رسالتك: وصلت لكن الإيصال كان صورة مقلوبة فتوقّفت عند الفرز. راجعتها الآن ووافقتُ على مبلغ 72 يورو كاملًا، ويصل مع التحويل القادم يوم الثلاثاء. نأسف لانتظارك أسبوعًا بلا جواب.',
        ),
      ),
    ],
  },
  {
    name: 'Claire Fontaine · correspondance manquée',
    visitor: 'Claire Fontaine',
    staff: ['luca', 'aoife', 'kwame'],
    language: 'fr',
    page: 'https://gannet.example/fr/aide/correspondances',
    episodes: [
      episode(
        '15d 4h',
        visitor("Bonjour, mon train arrive à 11 h 52 et l'hydravion part à 12 h 15. C'est jouable ?"),
        rejected(
          'Oui, sans problème !',
          "L'embarquement ferme à 12 h 00 et le quai est à 10 minutes à pied. On ne promet pas ça.",
        ),
        approved(
          "Bonjour Claire, honnêtement non : l'embarquement ferme à 12 h 00 et il faut dix minutes à pied depuis la gare. Je peux vous mettre gratuitement sur le vol de 14 h 40, il reste quatre places côté hublot.",
        ),
        visitor('Va pour 14 h 40, merci de votre franchise.'),
        approved("C'est fait, référence GX2M9D, siège 3A. Il y a un très bon café en face du quai pour patienter."),
      ),
      episode(
        '14d 1h',
        visitor('Mon train avait une heure de retard. Je vous dois une fière chandelle 😅'),
        approved('Alors le hublot est bien mérité ! Bon séjour à Skarholm.'),
      ),
      episode(
        '6h 15m',
        visitor(
          "Bonjour, j'ai oublié mon écharpe bleue à bord, siège 3A, vol retour d'hier soir. Elle est de ma grand-mère.",
        ),
        staff("Bonjour Claire, j'appelle tout de suite le hangar."),
        inReview(
          "Bonne nouvelle : l'équipage a trouvé votre écharpe coincée contre l'accoudoir. Elle vous attend au guichet, étiquette 417. Si vous êtes déjà rentrée, donnez-nous une adresse et nous l'envoyons à nos frais, bien emballée.",
        ),
      ),
    ],
  },
  {
    name: 'Rohan Kulkarni · group of 14',
    visitor: 'Rohan Kulkarni',
    staff: ['priya', 'tomas', 'ingrid', 'mina'],
    language: 'hi',
    page: 'https://gannet.example/groups',
    episodes: [
      episode(
        '26d 2h',
        visitor('नमस्ते, हम 14 लोग हैं और लिटिल नेस द्वीप जाना चाहते हैं। क्या ग्रुप में छूट मिलती है?'),
        approved(
          'नमस्ते रोहन जी! जी हाँ, 10 या उससे ज़्यादा यात्रियों पर 15% की छूट है। 14 लोगों का आना-जाना 392 € की जगह 333.20 € होगा। बच्चे हों तो उनकी उम्र बता दीजिए, 5 साल तक मुफ़्त है।',
        ),
        visitor('दो बच्चे हैं, 4 और 9 साल के।'),
        approved(
          'तो 4 साल वाले का टिकट मुफ़्त है और 9 साल वाले का आधा। नया कुल 297.50 € है। मैंने 48 घंटे के लिए सीटें रोक दी हैं, संदर्भ GXG14L।',
        ),
        visitor('बहुत बढ़िया, धन्यवाद 🙏'),
      ),
      episode(
        '24d 5h',
        visitor('Sorry, switching to English. My card was charged twice: 297.50 and 297.50.'),
        rejected(
          'Please contact your bank about the second charge.',
          'I can see both in our system: the second one is ours, a retry after a timeout. We refund, he does not chase.',
        ),
        approved(
          'You are right, Rohan, and it was us: the first payment timed out on our side and the page tried again. I have cancelled the second 297.50 €. Most banks show it within two days because it was never settled.',
        ),
        visitor('It has vanished already. Impressed.'),
        staff('Glad to hear it!'),
      ),
      episode(
        '10d 7h',
        visitor('One of us uses a wheelchair. Will that work on the 8:15?'),
        approved(
          'Yes. The 8:15 is the Kittiwake, which has a level gangway, a wheelchair place by the window and an accessible toilet on the same deck. Please be at the blue gate by 7:50; I have told the crew to look out for you. On the way back take the 17:30, not the 16:00: the older boat has a step of 20 cm.',
        ),
        visitor('This is the most useful answer I have had from any company this year.'),
      ),
      episode(
        '2h 48m',
        visitor('We are 15 now, my uncle decided that he does like boats after all. Can he join GXG14L?'),
        staff('Ha, welcome aboard to the uncle. Checking the seats.'),
        inReview(
          'Your uncle is welcome! I can add him to GXG14L at the group price, 23.80 € return. There are still three seats on the 8:15, so please tell me today whether I should book; tomorrow the outgoing boat goes to general sale.',
        ),
      ),
    ],
  },
  {
    name: 'Beatriz Nogueira',
    visitor: 'Beatriz Nogueira',
    staff: ['tomas', 'nomvula', 'weiting'],
    language: 'pt',
    page: 'https://gannet.example/pt/bagagem',
    episodes: [
      episode(
        '19d 8h',
        visitor('Oi! Posso levar uma prancha de surf no hidroavião?'),
        approved(
          'Oi, Beatriz! No hidroavião só até 1,80 m, porque vai deitada debaixo dos bancos. Se a sua for maior, ela viaja no ferry do mesmo dia por 6 € e fica à sua espera no cais de Varra.',
        ),
        visitor('É uma 6\'2" então cabe? 😬'),
        approved(
          '6\'2" dá 1,88 m, infelizmente são oito centímetros a mais. Já deixei a reserva do ferry preparada para a prancha, é só confirmar no link do e-mail.',
        ),
        visitor('confirmado 🤙'),
      ),
      episode(
        '12d 5h',
        visitor('A prancha chegou com uma quilha quebrada. Tenho fotos de antes e depois.'),
        rejected(
          'Transporte de pranchas é por conta e risco do passageiro.',
          'Isso vale para bagagem de mão. Como carga paga no ferry, é responsabilidade nossa até 400 €.',
        ),
        edited(
          'Que pena, Beatriz, ainda mais antes das ondas. Como a prancha viajou como carga paga, o conserto é por nossa conta. A oficina Maré Alta em Varra troca quilhas na hora; diga o número da sua reserva e eles mandam a fatura direto para nós.',
          'Que pena, Beatriz. Pague o conserto e mande o recibo, devolvemos em 30 dias.',
          { comment: 'Temos acordo com a oficina em Varra, ela não precisa adiantar o dinheiro.' },
        ),
        visitor('Vocês salvaram minhas férias!! 🌊🌊'),
        staff('Boas ondas!'),
      ),
      episode(
        '14m',
        visitor('Oi de novo! Perdi meu cartão de embarque e o voo é às 16:20. O que eu faço?'),
        inReview(
          'Calma, dá tempo! Seu embarque está em https://gannet.example/pt/m/GX4T8W?embarque=1 e funciona direto no celular. Se a bateria acabar, basta um documento com foto no balcão 2 até as 15:50.',
        ),
        visitor('minha bateria está em 3% kkkk'),
      ),
    ],
  },
  {
    name: 'Gus Lindgren – season pass',
    visitor: 'Gus Lindgren',
    staff: ['aoife', 'dmytro', 'kwame', 'mina'],
    language: 'en',
    page: 'https://gannet.example/season-pass',
    episodes: [
      episode(
        '27d 9h',
        visitor('Season pass renewal: page says "Something went wrong (402)". Card is fine, used it for lunch.'),
        approved(
          'Hello Gus, the 402 comes from our payment page, not from your card: since Monday it stumbles over the å in your street name. The fix goes live tonight. If you need the pass today, I can take the payment by link instead.',
        ),
        visitor('Tonight is fine. Amusing that a ferry company cannot spell Åkervägen.'),
        approved('We deserved that one. I will write to you when it works.'),
      ),
      episode(
        '26d 1h',
        staff(
          'Gus, the page has learnt its letters. You can renew now, and we have added a week to the pass for your trouble.',
        ),
        visitor('Worked. Thanks, very decent.'),
      ),
      episode(
        '9d 6h',
        visitor('Is the pass valid on the new evening boat? The man at the gate said no, the poster says yes.'),
        rejected(
          'The gate staff have the final say.',
          'The poster is right, terms 4.2. Tell him, and I will tell the gate.',
        ),
        approved(
          'The poster is right: passes are valid on every boat, the 21:45 included. I have written to the gate, and refunded the 7 € that you paid for the single. If it happens again, show them section 4.2 on the back of your card.',
        ),
        visitor('7 € is back. Section 4.2 is my new favourite section'),
      ),
      episode(
        '8h 25m',
        visitor("Could I lend the pass to my brother for a weekend while I'm away?"),
        staff("Good question, I'm checking the terms so that I don't tell you nonsense."),
        inReview(
          'The pass itself is personal, so your brother cannot travel on it. But every season pass carries four guest days a year, and you have used none: tell me the two dates and his name, and he gets his own code by text message.',
        ),
      ),
    ],
  },
  {
    name: 'Fatoumata Diallo · billet enfant',
    visitor: 'Fatoumata Diallo',
    staff: ['luca', 'tomas', 'mina'],
    language: 'fr',
    page: 'https://gannet.example/fr/tarifs',
    episodes: [
      episode(
        '17d 2h',
        visitor('Bonjour, ma fille a eu 12 ans hier. Tarif enfant ou adulte pour samedi ?'),
        edited(
          "Bonjour, et bon anniversaire à votre fille ! Le tarif enfant va jusqu'à 12 ans inclus, donc encore un an de petits prix.",
          "Bonjour, à partir de 12 ans c'est le tarif adulte.",
          { comment: '12 ans inclus, voir la grille de janvier.' },
        ),
        visitor('Elle est ravie, et un peu vexée de ne pas être « adulte ».'),
        approved(
          "Dites-lui qu'elle a quand même le droit de voir la passerelle : il suffit de demander à l'équipage une fois en mer.",
        ),
      ),
      episode(
        '5d 7h',
        visitor('Le capitaine lui a laissé tenir la barre trente secondes. Elle en parle encore. Merci !!'),
        approved('Nous avons transmis au capitaine, qui en parle encore aussi.'),
      ),
      episode(
        '1d 6h',
        visitor('Peut-on emporter un chat en cabine ? Dans sa caisse, 5 kg, très bavard.'),
        staff('Je vérifie la règle pour les hydravions, elle vient de changer.'),
        inReview(
          "Oui, en cabine jusqu'à 8 kg caisse comprise, 10 € par trajet. Une seule caisse par vol, donc réservez-la vite. Pour les chats bavards, l'équipage prête une couverture : dans le noir ils se taisent presque tous.",
        ),
      ),
    ],
  },
  {
    name: 'Tariq Mahmood',
    visitor: 'Tariq Mahmood',
    staff: ['nomvula', 'zeynep', 'kwame'],
    language: 'en',
    page: 'https://gannet.example/status',
    channel: 'telegram',
    episodes: [
      episode(
        '13d 3h',
        visitor('is 7am boat running'),
        approved('Yes, the 7:00 to Skarholm is running, wind 5 and dropping. Boarding from 6:40 at gate B.'),
        visitor('ty'),
      ),
      episode(
        '8d 2h',
        visitor('7am?'),
        rejected(
          'Please check the status page before contacting us.',
          'A one-word question deserves a one-line answer. He asks because the page does not load on his phone.',
        ),
        approved(
          'The 7:00 is cancelled today, wind 9. Next boat that looks good: 11:15. Your ticket is valid on it as it is.',
        ),
        visitor('ok 11.15 then'),
        staff('See you at 11:15.'),
      ),
      episode(
        '2d 1h',
        visitor('can i get the wind thing by text every morning'),
        approved(
          'You can: send VARRA or SKARHOLM to 555-0167 and you get one text at 6:00 on days with a change, nothing on the others. STOP ends it.',
        ),
        visitor('brilliant'),
      ),
      episode(
        '1d 7h',
        visitor('got the text, 7am on time, nice. sat next to a lady with a goat'),
        rejected(
          'Animals must be declared in advance under section 9 of our conditions of carriage.',
          'He is telling us a nice thing. No sections, please.',
        ),
        approved('That is Mrs Moen, and the goat has a season pass as well. Its name is Captain.'),
      ),
      episode('1m', visitor('7am?')),
    ],
  },
  {
    name: 'Elena Petrova · refund after storm',
    visitor: 'Elena Petrova',
    staff: ['dmytro', 'priya', 'mina', 'ingrid'],
    language: 'en',
    page: 'https://gannet.example/refunds',
    episodes: [
      episode(
        '21d 5h',
        visitor(
          'Good evening. Four tickets, GX9Q1Z, cancelled by you on the evening of the storm. You offered vouchers. I would like money, please.',
        ),
        rejected(
          'We kindly ask you to accept the vouchers, as they are worth 10 % more.',
          'She may choose; pushing the vouchers after a clear "money, please" will not do.',
        ),
        approved(
          'Good evening Elena, of course. 168 € will go back to the card ending in 0419; it takes up to five working days. The vouchers are void from now on, so please do not use them by accident.',
        ),
        visitor('Thank you, that was painless.'),
      ),
      episode(
        '14d 2h',
        visitor('It has been six working days. I see 126 €, not 168.'),
        approved(
          'You are right, and I am sorry: the fourth ticket was booked on a separate payment and fell through the net. I have sent the remaining 42 € by hand just now.',
        ),
        visitor('Received. All four now.'),
        staff('Thank you for your patience, Elena.'),
      ),
      episode(
        '3d 8h',
        visitor('We want to try again in May. Is there a time of year with less wind?'),
        approved(
          'The calmest weeks are from the middle of May to the end of June: in the last five years we cancelled 6 sailings of 840 then. September is warmer but moodier.',
        ),
      ),
      episode(
        '57m',
        visitor(
          'Booked for 24 May! GX3B7N. One thing: the e-mail says "Petrov" and my passport says "Petrova". Will that be a problem?',
        ),
        staff('Lovely to have you back, Elena. I am checking with the airline desk.'),
        inReview(
          'Not a problem any more: I have corrected the name to Petrova on GX3B7N. For the boats no one would have minded, but your return is by seaplane, and there the name has to match the passport letter by letter. A fresh confirmation is in your mailbox.',
        ),
      ),
    ],
  },
];

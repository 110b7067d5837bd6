import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Lumen Solar: panels, inverters and batteries on the roofs of private houses. */
export const solarRooms: SupportRoom[] = [
  {
    name: 'Roof 1184 – Paula Winkler',
    visitor: 'Paula Winkler',
    staff: ['sofia', 'rafael', 'femi'],
    language: 'de',
    page: 'https://solar.lumen.example/de/anlage/1184',
    description: '9.8 kWp, east–west, battery since last spring.',
    episodes: [
      episode(
        '26d 3h',
        visitor('Mein Wechselrichter blinkt rot und zeigt 0x31 an. Draußen scheint die Sonne!'),
        approved(
          'Hallo Frau Winkler, 0x31 heißt: Die Netzspannung war kurz zu hoch, der Wechselrichter hat sich sicherheitshalber getrennt. Er versucht es alle fünf Minuten von selbst wieder. Blinkt er nach einer halben Stunde noch, melden Sie sich bitte.',
        ),
        visitor('Jetzt grün. Muss ich mir Sorgen machen?'),
        edited(
          'Einmal ist keinmal. Kommt es öfter als zweimal die Woche vor, stellen wir beim Netzbetreiber einen Antrag auf eine andere Grenze; das kostet Sie nichts.',
          'Nein.',
          { comment: 'Ab wann soll sie sich melden? Das ist die eigentliche Frage.' },
        ),
      ),
      episode(
        '12d 4h',
        visitor('Dreimal diese Woche, Montag, Dienstag, heute.'),
        approved(
          'Dann ist es so weit: Der Antrag beim Netzbetreiber ist gestellt, Vorgang NB-5581. Die Umstellung geht aus der Ferne und dauert zwei Minuten, Sie müssen nicht zu Hause sein.',
        ),
        visitor('Prima, danke.'),
      ),
      episode(
        '33m',
        visitor(
          'Seit der Umstellung kein Rot mehr. Aber die App zeigt seit heute früh 0 kWh, obwohl der Zähler läuft. 🤔',
        ),
        inReview(
          'Schön, dass Rot vorbei ist! Die 0 kWh sind nur ein Anzeigefehler: Unser Datendienst steht seit 6:20 Uhr, die Werte werden im Wechselrichter gesammelt und heute Nachmittag nachgeladen. Es geht keine Kilowattstunde verloren.',
        ),
      ),
    ],
  },
  {
    name: 'Kofi Asante – battery offer',
    visitor: 'Kofi Asante',
    staff: ['jonas', 'sofia', 'anjali'],
    language: 'en',
    page: 'https://solar.lumen.example/offers/B-770',
    episodes: [
      episode(
        '22d 5h',
        visitor('You offered me a 15 kWh battery. My neighbour says that is far too big for two people. Who is right?'),
        rejected(
          'Bigger is always better, prices will rise.',
          'That is a sales line. Look at his load curve: 6 kWh at night, so 8 is plenty.',
        ),
        approved(
          'Your neighbour is closer. I looked at your meter: you use about 6 kWh between sunset and sunrise. An 8 kWh battery covers that nine nights out of ten; the rest of the 15 would mostly sit there full. I have sent a new offer, 2,900 € cheaper.',
        ),
        visitor('I did not expect a company to talk itself out of 2,900 €. Ordered.'),
        approved('We would rather have you as a customer for twenty years. Thank you, Kofi!'),
      ),
      episode(
        '1h 46m',
        visitor('Installer came today, battery is on the wall. The app asks for a "commissioning code"?'),
        inReview(
          'The code is on the inside of the cover, six letters below the bar code, and usually starts with LQ. Type it in without the dash. The battery then charges to 30 % and makes one test discharge; let it finish, it takes about an hour.',
        ),
      ),
    ],
  },
  {
    name: 'Lucia Fabbri · pannelli e grandine',
    visitor: 'Lucia Fabbri',
    staff: ['sofia', 'jonas', 'rafael'],
    language: 'it',
    page: 'https://solar.lumen.example/it/garanzia',
    episodes: [
      episode(
        '18d 2h',
        visitor('Buongiorno, ieri grandine grossa come noci. Un pannello è crepato. La garanzia copre?'),
        approved(
          "Buongiorno Lucia, la garanzia copre i difetti, la grandine di solito è coperta dall'assicurazione della casa. Le prepariamo noi la relazione con le foto della produzione prima e dopo: le assicurazioni la accettano quasi sempre.",
        ),
        visitor('E intanto posso lasciarlo acceso?'),
        approved(
          'Meglio di no: può entrare acqua. Ho spento da qui la stringa B, le altre due continuano a produrre. Lei non deve toccare nulla sul tetto.',
        ),
      ),
      episode(
        '5d 1h',
        visitor("L'assicurazione ha pagato! Quando potete montare quello nuovo?"),
        edited(
          'Ottima notizia! Giovedì 9:00–12:00 viene Matteo con il pannello. Se piove si sposta a venerdì alla stessa ora, e glielo diciamo entro le 7:30.',
          'Giovedì mattina.',
          { comment: 'Aggiungi cosa succede se piove, altrimenti chiama tutto il quartiere.' },
        ),
        visitor('Perfetto, grazie ☀️'),
        staff('A giovedì!'),
      ),
    ],
  },
  {
    name: 'יוסי אלבז – ממיר רועש',
    visitor: 'יוסי אלבז',
    staff: ['jonas', 'anjali'],
    language: 'he',
    page: 'https://solar.lumen.example/he/help/noise',
    channel: 'whatsapp',
    episodes: [
      episode(
        '9d 5h',
        visitor('הממיר מזמזם חזק בצהריים. השכן חושב שיש לי כוורת.'),
        approved(
          'שלום יוסי, זמזום בשעות החום הוא בדרך כלל המאוורר. אם הרשת שלו סתומה באבק הוא עובד כפול. אפשר לנקות במברשת יבשה כשהממיר כבוי, אחרי השקיעה.',
        ),
        visitor('ניקיתי. עדיין מזמזם.'),
        approved('אז המיסב של המאוורר שחוק. מאוורר חדש נשלח אליך באחריות עם טכנאי, ביום ראשון בין 8 ל־10.'),
      ),
      episode(
        '4h 20m',
        visitor('הטכנאי היה, שקט מוחלט. השכן מבקש לדעת כמה עולה אצלכם מערכת כזאת 😄'),
        staff('איזה כיף לשמוע! בודק מה אפשר להציע לשכן.'),
        inReview(
          'איזה יופי! שישלח לנו את גודל הגג ואת החשבון השנתי דרך https://solar.lumen.example/he/check?ref=friend ויקבל הצעה תוך יומיים. ואם יתקין, שניכם מקבלים 150 € החזר.',
        ),
      ),
    ],
  },
  {
    name: 'Hye-jin Park',
    visitor: 'Hye-jin Park',
    staff: ['sofia', 'anjali', 'greta'],
    language: 'en',
    page: 'https://solar.lumen.example/monitoring',
    episodes: [
      episode(
        '15d 6h',
        visitor('Production in October is 22 % below last year. Dirty panels?'),
        approved(
          'Hello Hye-jin, mostly weather: October had 41 fewer hours of sun at your station, which explains 19 of the 22 percent. The rest may be leaves; your north-west string drops between 14:00 and 15:00, which looks like a tree.',
        ),
        visitor("The neighbour's birch. It has grown. Should I have it cut?"),
        rejected(
          'Yes, you can demand that your neighbour cuts the tree.',
          'We do not give legal advice, and the loss is 11 € a year.',
        ),
        approved(
          'For about 35 kWh, or 11 € a year, I would leave the birch alone. If it grows another two metres, a single optimiser for 60 € helps more than a saw, also with the neighbour.',
        ),
        visitor('The birch lives! Thank you.'),
      ),
      episode(
        '4d 3h',
        visitor('The birch lost all its leaves and my inverter all its green lights. Display says "iso fault".'),
        rejected(
          'You can ignore an iso fault in winter.',
          'Never. Damp in a plug until proven otherwise: switch off, send someone.',
        ),
        approved(
          'An insulation fault often means water in a plug, so the inverter was right to stop. Please leave it off; do not touch the cables on the roof side. A technician can be with you within three days.',
        ),
        visitor('Three days is fine, there is no sun anyway.'),
        approved(
          'Booked for the day after tomorrow, around noon. She will bring a spare inverter, in case the water has been inside.',
        ),
      ),
      episode(
        '6m',
        visitor(
          'Hi, inverter replaced by your technician at noon, but there is a burnt smell in the meter cabinet now. Is that normal?',
        ),
      ),
    ],
  },
  {
    name: 'Installation date – fam. van Dijk',
    visitor: 'Marloes van Dijk',
    staff: ['jonas', 'sofia', 'femi'],
    language: 'en',
    page: 'https://solar.lumen.example/projects/1207',
    episodes: [
      episode(
        '20d 1h',
        visitor(
          'The scaffolding has been up for two weeks now. The roofers came, had coffee, and left. What is going on?',
        ),
        rejected(
          'Supply chain issues.',
          'The hooks were the wrong type for her tiles. Say so; she has seen the roofers leave with them.',
        ),
        approved(
          'The roofers brought hooks for concrete tiles, and yours are slate. Slate hooks arrive on Monday, and the team comes on Tuesday at 7:30. We pay for the extra weeks of scaffolding, and for the coffee.',
        ),
        visitor('Tuesday, 7:30, I shall hold you to it.'),
        approved('Please do. If no one has rung by 7:45, call Femi directly on 555-0188.'),
      ),
      episode(
        '11d 2h',
        visitor('7:28! Done by four. They even swept.'),
        approved(
          '7:28 is going up on the wall here. The grid operator comes to seal the meter on the 6th, and from then on you are producing.',
        ),
      ),
      episode(
        '1d 2h',
        visitor('Sealed. And now a silly question: do I have to wash them?'),
        staff('Let me ask the roofers, they have opinions on washing.'),
        inReview(
          'Not silly at all. No: at your pitch of 38° rain does it. Only wash them, with plain water and from the ground, if you can see bird droppings that stay for weeks. A high-pressure cleaner ends the guarantee, so please lock it away from enthusiastic relatives.',
        ),
      ),
    ],
  },
  {
    name: 'St. Brendan School · 64 kWp roof',
    visitor: 'Deirdre Kinsella',
    staff: ['sofia', 'jonas', 'femi', 'rafael'],
    language: 'en',
    page: 'https://solar.lumen.example/projects/1150',
    description: 'School project. The pupils of year 6 read the answers aloud, so keep them kind and short.',
    episodes: [
      episode(
        '28d 4h',
        visitor(
          'Good morning from year 6! We have 160 panels on our roof and 24 questions. May we start with three? 1. What happens at night? 2. What if a bird sits on it? 3. Who switches it on?',
        ),
        approved(
          'Good morning, year 6! 1. At night the panels sleep, and you use power from the grid. 2. One bird, no problem; forty birds, and a tiny bit less power. 3. The sun does, every morning, by itself.',
        ),
        visitor('They are cheering at the forty birds.'),
        approved('We have never had a better audience. 21 questions to go!'),
      ),
      episode(
        '14d 4h',
        visitor(
          'The display in the hall says minus 3 kW. The children say the sun is now taking the electricity back.',
        ),
        edited(
          'What a lovely idea! The sun gives and never takes back. Two cables in the display were swapped, so it shows everything upside down. An electrician turns them round on Monday, and the minus becomes a plus.',
          'The CT clamp polarity is inverted on phase L2, our technician will rectify this.',
          { comment: 'They read this aloud to eleven-year-olds.' },
        ),
        visitor('They are a little sad that it is only cables.'),
      ),
      episode(
        '1h 8m',
        visitor(
          'Year 6 again! 1. How much did we make since September? 2. Is that a lot? 3. Can we visit someone who builds panels?',
        ),
        staff('Good morning, year 6! Give us a moment, we have to count.'),
        inReview(
          '1. 9,412 kilowatt-hours, as of this morning! That is every lamp in your school for about four months.',
        ),
        inReview(
          '2. It is. With the same amount an electric car could drive once round the Earth, and then most of the way to Australia.',
          'jonas',
        ),
        inReview(
          '3. Yes! Our workshop takes one class a month, and 12 February is still free. There are safety glasses in small sizes. Please let your teacher answer, even if it is hard.',
        ),
      ),
    ],
  },
];

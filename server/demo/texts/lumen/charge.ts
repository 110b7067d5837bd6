import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Lumen Charge: charging points for electric cars, at home and on the road. */
export const chargeRooms: SupportRoom[] = [
  {
    name: 'Session 88-20417 charged twice',
    visitor: 'Imran Sheikh',
    staff: ['sofia', 'jonas', 'rafael', 'femi'],
    language: 'en',
    page: 'https://charge.lumen.example/sessions/88-20417',
    episodes: [
      episode(
        '21d 4h',
        visitor(
          'Session 88-20417: 31.4 kWh, 16.33 €, fine. Session 88-20418: 31.4 kWh, 16.33 €, not fine. Same plug, same minute.',
        ),
        approved(
          'Hi Imran, that is one charge billed twice: the post lost its connection and reported the session again when it came back. 88-20418 is cancelled and the 16.33 € never leave your account.',
        ),
        visitor('Fast. Thanks'),
        staff('Drive safely!'),
      ),
      episode(
        '10d 6h',
        visitor('The post at the stadium, LC-0442, does not let go of my cable. I have a train to catch.'),
        rejected('Please call the hotline.', 'He is talking to us already, and we can release it from here.'),
        approved(
          'I am releasing LC-0442 from here. Lock and unlock the car once, then pull within twenty seconds. Did it let go?',
        ),
        visitor('YES. running'),
        approved('Run! The session is free of charge, and the lock of LC-0442 gets a visit tonight.'),
      ),
      episode(
        '2h 30m',
        visitor('Good morning. Invoice for September is missing the stadium refund, 4.10 €.'),
        staff('Good morning Imran, I am looking for it.'),
        inReview(
          'You are right: the session was set to free, but after the September invoice had closed. The 4.10 € stand as a credit on the October invoice, line 7. If you need it for your tax files, I can issue a corrected invoice for September instead.',
        ),
      ),
    ],
  },
  {
    name: 'Wallbox installieren, Mehrfamilienhaus',
    visitor: 'Thomas Reindl',
    staff: ['jonas', 'anjali'],
    language: 'de',
    page: 'https://charge.lumen.example/de/wallbox',
    episodes: [
      episode(
        '14d 3h',
        visitor('Hallo, wir sind acht Parteien mit Tiefgarage, drei wollen eine Wallbox. Reicht der Hausanschluss?'),
        approved(
          'Hallo Herr Reindl, mit Lastmanagement ziemlich sicher: Die drei Boxen teilen sich dann, was das Haus gerade übrig hat. Schicken Sie uns ein Foto vom Hauptzähler und vom Typenschild der Sicherungen, dann rechnen wir es nach.',
        ),
        visitor('Fotos sind im Anhang. Der Hausmeister ist auch drauf.'),
        edited(
          'Der Hausmeister macht eine gute Figur, der Anschluss auch: 63 A, nachts sind davon rund 40 A frei. Das reicht für drei Boxen mit je 11 kW nacheinander oder 4 kW gleichzeitig, über Nacht also etwa 200 km für jeden.',
          'Der Anschluss reicht.',
          { comment: 'Mit Zahlen bitte, er muss das der Eigentümerversammlung erklären.' },
        ),
        visitor('Genau diese Zahlen brauchte ich. Danke!'),
      ),
      episode(
        '5h 10m',
        visitor('Die Versammlung hat zugestimmt, 6 zu 2! Wie geht es weiter?'),
        staff('Ich frage gleich unseren Elektriker, wann er Zeit hat.'),
        inReview(
          'Glückwunsch, das schafft nicht jede Versammlung! Als Nächstes meldet unser Elektriker die drei Boxen beim Netzbetreiber an (zwei Wochen), dann folgt ein Tag Montage. Wenn die beiden Gegenstimmen später doch wollen: Die Schiene hat Platz für acht.',
        ),
      ),
    ],
  },
  {
    name: 'Zuzana Horáková, charging card',
    visitor: 'Zuzana Horáková',
    staff: ['sofia', 'rafael'],
    language: 'en',
    page: 'https://charge.lumen.example/cards',
    episodes: [
      episode(
        '8d 4h',
        visitor('My card was stolen together with my bag. Please block: card no. LCX 000 114 772'),
        approved(
          'Blocked two minutes ago, and nothing has been charged with it since yesterday. I am sorry about the bag. A new card comes by post within three days; the app works at once.',
        ),
        visitor('Thank you. The police found the bag, by the way, with the old card in it.'),
        approved('Good news! The old card stays blocked, please cut it up. Or keep it as an ice scraper, many do.'),
      ),
      episode(
        '3d 6h',
        visitor('The new card works in Czechia but not in Austria?'),
        rejected(
          'Roaming is not our responsibility.',
          'It is part of her tariff, and a switch on her account that we set.',
        ),
        approved(
          'Your old card had roaming switched on and the new one starts without it; that was an oversight of ours. It is on now for all 27 countries. Please hold the card to a reader once to wake it up.',
        ),
        visitor('Works in Linz ✌️'),
      ),
      episode('2m', visitor('Hello?'), visitor('Charger LC-2210 in Graz says "reserved for Z.H." - is that me? 😀')),
    ],
  },
  {
    name: 'सुनीता शर्मा – होम चार्जर',
    visitor: 'सुनीता शर्मा',
    staff: ['sofia', 'jonas', 'anjali'],
    language: 'hi',
    page: 'https://charge.lumen.example/hi/home-charger',
    channel: 'whatsapp',
    episodes: [
      episode(
        '11d 5h',
        visitor('नमस्ते, चार्जर रात में बीच में ही रुक जाता है। सुबह कार 60% पर मिलती है।'),
        approved(
          'नमस्ते सुनीता जी, चार्जर के रिकॉर्ड में दिखता है कि हर रात 2:00 बजे वह "सस्ती दर" का समय ख़त्म होने पर रुकता है। ऐप में शेड्यूल → "पूरा होने तक" चुन लीजिए, फिर 100% मिलेगा।',
        ),
        visitor('अच्छा! और क्या इससे बिल बढ़ेगा?'),
        edited(
          'थोड़ा: 2:00 के बाद का हिस्सा लगभग 7 सेंट प्रति यूनिट महँगा है, यानी एक रात में करीब 1 €। अगर रोज़ 80% काफ़ी हो, तो वही सबसे सस्ता और बैटरी के लिए बेहतर है।',
          'नहीं।',
          { comment: 'बिल बढ़ेगा, थोड़ा ही सही। सही आँकड़ा दें।' },
        ),
        visitor('80% ठीक है, धन्यवाद 🙏'),
      ),
      episode(
        '41m',
        visitor('मेरे पति की कार भी अब इलेक्ट्रिक है। क्या एक ही चार्जर से दोनों चल सकती हैं?'),
        inReview(
          'जी हाँ, बारी-बारी से। ऐप में दूसरी कार जोड़िए और "कतार" चालू कीजिए: पहली 80% पर पहुँचते ही चार्जर संदेश भेजता है कि केबल बदल दें। अगर रात में उठना न चाहें, तो दूसरी केबल वाला ट्विन मॉडल 190 € में लग सकता है।',
        ),
        visitor('रात में कोई नहीं उठेगा 😅 ट्विन की जानकारी भेजिए'),
      ),
    ],
  },
  {
    name: 'Hotel am See – 6 posts',
    visitor: 'Regula Ammann',
    staff: ['jonas', 'sofia', 'rafael'],
    language: 'en',
    page: 'https://charge.lumen.example/business/locations/am-see',
    episodes: [
      episode(
        '24d 5h',
        visitor('Our guests are asked for a credit card at the posts. We wanted them to charge on the room.'),
        approved(
          'Good morning Ms Ammann, the posts were still in "public" mode. They are in "house" mode now: guests type their room number and the first three letters of their name, and you find the sum on your list at check-out.',
        ),
        visitor("What if someone types in a neighbour's room?"),
        edited(
          'Then the three letters do not fit, and after three attempts the post asks for a card. Your desk also sees each start at once and can stop it with one click.',
          'That is very unlikely.',
          { comment: 'She asked what happens, not how likely it is.' },
        ),
        visitor('Reassuring. Thank you.'),
      ),
      episode(
        '9d 3h',
        visitor('Post 4 is dead since the thunderstorm. Display dark, no reaction.'),
        rejected(
          'Please reset the fuse in your distribution box.',
          'After a lightning strike no one but an electrician opens that box.',
        ),
        approved(
          'After a thunderstorm please leave the box closed. An electrician from Uster is with you tomorrow at 10:00. I have marked post 4 as out of order in the app, so that no one drives there for it.',
        ),
        visitor('He was punctual and it was the surge protector.'),
        approved('Then it did its job: the protector costs 80 €, the post 2,400 €. Both are covered by your contract.'),
      ),
      episode(
        '2h 55m',
        visitor('We would like two more posts by Easter. Realistic?'),
        staff('Let me look at your connection and our calendar before I say yes.'),
        inReview(
          'Realistic, if you decide by the 15th: your connection has room for two posts of 22 kW, delivery takes five weeks, installation one day. Later it will be after Whitsun, because everyone has the same idea at Easter.',
        ),
      ),
    ],
  },
];

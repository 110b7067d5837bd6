import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** Tidewater Goods: boat parts, foul-weather clothes and the Saltbox bakery's boxes, sent by post. */
export const tidewaterRooms: SupportRoom[] = [
  {
    name: 'Amara Okafor · Blue Heron',
    visitor: 'Amara Okafor',
    staff: ['tomas', 'priya', 'mina', 'kwame'],
    language: 'en',
    page: 'https://tidewater.example/account/orders',
    description: 'Fits out a narrowboat over the winter. Orders a lot, reads everything, answers quickly.',
    episodes: [
      episode(
        '28d 5h',
        visitor(
          'Hello, I run a narrowboat called Blue Heron and want to fit a diesel cabin heater. Is the Marlin 2 kW enough for 14 metres?',
        ),
        approved(
          'Hello Amara, lovely name for a boat. For 14 metres with single glazing we would go for the Marlin 4 kW. The 2 kW holds about 9 metres when it freezes outside, and running it flat out all night shortens its life.',
        ),
        visitor('And the difference in fuel?'),
        approved(
          'At a normal night setting about 0.2 litres an hour for the 2 kW and 0.3 for the 4 kW. The 4 kW spends most of its time on low, so in practice the two end up closer than that.',
        ),
        visitor('4 kW it is then. Ordering tonight.'),
      ),
      episode(
        '25d 2h',
        visitor('Order TW-48213 is placed. The confirmation says 3 parcels?'),
        approved(
          'That is right: the heater, the exhaust kit and the fuel tank come from three shelves in two buildings. They travel under one tracking number, NC 5521 8830 14, and should reach you on the same day.',
        ),
        visitor('Great, thank you 🙏'),
        staff("You're welcome!"),
      ),
      episode(
        '19d 7h',
        visitor('Two of the three parcels arrived. The exhaust kit did not.'),
        rejected(
          'Hi Amanda, the exhaust kit was sent with the others so it must have arrived. Please look again and ask your neighbours.',
          'Her name is Amara, and this reads as if she were lying. The depot scan shows two parcels only: start from there.',
        ),
        approved(
          'Hi Amara, I am sorry about that. The depot in Westmole scanned only two of the three parcels, so the exhaust kit never left the building. I have asked them to send it today by the morning van; you will get a new tracking link by e-mail within the hour.',
        ),
        visitor('Thank you for not asking me to check with the neighbours. There are none, I live on a canal.'),
        approved('Ha, fair point. I will keep an eye on the parcel until it is in your hands.'),
      ),
      episode(
        '18d 3h',
        visitor('It is here. All three now. 👍'),
        approved(
          'Wonderful. One tip before you drill: dry-fit the exhaust with the clamp facing you, otherwise you cannot tighten it once the panel is on. Half of our returns of that kit are people who found out too late.',
        ),
        visitor('You have just saved my weekend.'),
        staff('That is what we are here for. Good luck!'),
      ),
      episode(
        '9d 4h',
        visitor(
          'Question about the glow plug. Error E-10 on the display, heater blows cold air for three minutes and stops.',
        ),
        edited(
          'E-10 means that the heater saw no flame. In nine of ten new installations it is air in the fuel line. Hold the clock button for 8 seconds: the pump then primes for a minute. You may need to do this two or three times until you hear the pump go from a rattle to a dull tick.',
          'E-10 means that the heater saw no flame. In nine of ten new installations it is air in the fuel line. Hold the clock button for 8 seconds and the pump primes. If it does not work, please open the fuel line at the pump and suck on it.',
          {
            comment: 'Took out the part about sucking on the fuel line. Never tell a customer to do that.',
            by: 'tomas',
          },
        ),
        visitor('Third prime did it. I am sitting here in a T-shirt.'),
        approved('That is the message we hope for every winter. Stay warm, Amara!'),
      ),
      episode(
        '5d 1h',
        visitor(
          'Could you change the invoice for TW-48213 to my company? Okafor Waterways Ltd, VAT no. GB 000 4821 33',
        ),
        rejected(
          'Unfortunately invoices cannot be changed once they are issued.',
          'They can, within 30 days: cancel and reissue from the order page. It is day 20.',
        ),
        approved(
          'Of course. I have cancelled the old invoice and issued a new one, no. 2091-B, to Okafor Waterways Ltd with your VAT number. Both are in your account under Documents; please give your accountant only the new one.',
        ),
      ),
      episode(
        '3h',
        visitor('Good morning! I need a spare glow plug and gasket for the heater, to have on board. Part numbers?'),
        staff('Good morning Amara, let me look at the drawing for your serial number.'),
        inReview(
          'For your Marlin 4 kW (serial from 2023 on) you need glow plug MR-GP-24 and gasket set MR-GS-04. Both are in stock, 31.50 € and 8.90 €. The older plug MR-GP-12 looks the same but burns out within seconds on your model, so please check the number on the bag.',
        ),
      ),
    ],
  },
  {
    name: '佐藤 花 · 島便の荷物',
    visitor: '佐藤 花',
    staff: ['luca', 'weiting', 'yuki'],
    language: 'ja',
    page: 'https://tidewater.example/ja/orders/TW-48377',
    channel: 'line',
    episodes: [
      episode(
        '21d 9h',
        visitor('こんにちは。TW-48377の荷物が一週間「税関手続き中」のままです。大丈夫でしょうか？'),
        approved(
          '佐藤様、ご連絡ありがとうございます。確認いたしましたところ、税関で内容品の説明書が一枚不足しておりました。本日こちらから送付いたしましたので、通常二営業日ほどで動き出します。お客様にしていただくことはございません。',
        ),
        visitor('安心しました。ありがとうございます。'),
        staff('またいつでもご連絡ください。'),
      ),
      episode(
        '17d 6h',
        visitor('届きました！でも、カッパのサイズが思ったより大きいです。SをXSに交換できますか？'),
        rejected(
          'サイズ交換はできません。返品して買い直してください。',
          '交換は30日以内なら可能です。海外のお客様の返送料も当店負担です。書き方ももう少し丁寧に。',
        ),
        approved(
          'お届けできてよかったです。はい、XSへ交換いたします。返送用のラベルをメールでお送りしましたので、元の箱に貼って郵便局にお渡しください。返送料は当店が負担いたします。新しい品は、返品の到着を待たずに明日発送いたします。',
        ),
        visitor('とても親切ですね。よろしくお願いします🌊'),
        approved('こちらこそよろしくお願いいたします。明日の夕方までに新しい追跡番号をお知らせします。'),
      ),
      episode(
        '8d 2h',
        visitor('XSがぴったりでした。長靴も同じメーカーで探しています。23cmはありますか？'),
        approved(
          'ぴったりとのこと、何よりです。同じメーカーの「スケリー」長靴は23cmが緑と紺の二色ございます。少し幅が広めの作りですので、厚手の靴下をお召しになるとちょうどよいかと思います。',
        ),
        visitor('紺にします！'),
        staff('ありがとうございます。紺の23cmを三日間お取り置きいたします。'),
      ),
      episode(
        '46m',
        visitor(
          '長靴を注文しましたが、住所を間違えました。マンション名が抜けています。「汐見ハイツ302」を追加できますか？注文番号はTW-49102です。',
        ),
        inReview(
          '佐藤様、ご連絡ありがとうございます。TW-49102はまだ発送前でしたので、ご住所に「汐見ハイツ302」を追加いたしました。確認のメールをお送りしましたので、念のためご覧ください。',
        ),
        visitor('すみません、郵便番号も違っていました… 正しくは 231-0000 です🙇‍♀️'),
      ),
    ],
  },
  {
    name: 'Jürgen Albrecht – Impeller',
    visitor: 'Jürgen Albrecht',
    staff: ['tomas', 'dmytro', 'kwame'],
    language: 'de',
    page: 'https://tidewater.example/de/teile/impeller',
    episodes: [
      episode(
        '24d 1h',
        visitor('Guten Tag, passt der Impeller 500-112 in einen Yanmar 2GM20 von 1991?'),
        approved(
          'Guten Tag Herr Albrecht, bis zur Motornummer E05700 ja, danach brauchen Sie den 500-118 mit dem breiteren Keil. Die Nummer steht auf dem Schild am Ventildeckel, meistens unter einer Schicht Farbe.',
        ),
        visitor('E06214. Also der breite.'),
        approved(
          'Genau, 500-118. Bestellen Sie die Papierdichtung am besten gleich mit (1,20 €), die alte überlebt das Öffnen fast nie.',
        ),
        visitor('Mach ich. Danke für die schnelle Auskunft'),
        staff('Gern geschehen!'),
      ),
      episode(
        '15d 8h',
        visitor(
          'Leider falsche Ware!! Auf der Tüte steht 500-118, drin ist ein 500-112. Ich stehe seit gestern im Hafen von Varra und kann nicht weiter.',
        ),
        rejected(
          'Sehr geehrter Herr Albrecht, bitte senden Sie die Ware zurück. Nach Prüfung erhalten Sie Ersatz, das dauert ca. 10 Werktage.',
          'Der Mann liegt mit totem Motor im Hafen. Ersatz heute mit der Fähre, Prüfung später.',
        ),
        approved(
          'Herr Albrecht, das tut mir sehr leid, da wurde falsch eingetütet. Ein 500-118 liegt um 14:10 auf der Fähre nach Varra, abzuholen beim Hafenmeister unter Ihrem Namen, kostenlos. Den falschen dürfen Sie behalten.',
        ),
        visitor('Das nenne ich Service. Angekommen, eingebaut, läuft.'),
        approved('Das freut mich! Gute Weiterfahrt und immer eine Handbreit Wasser unter dem Kiel. ⛵'),
      ),
      episode(
        '6d 3h',
        visitor('Können Sie mir die Rechnung noch mal schicken? Meine Frau sagt, ohne Beleg keine neuen Teile mehr.'),
        approved(
          'Dann wird es höchste Zeit: Die Rechnung 2088-A ging gerade noch einmal an Ihre Adresse j.albrecht@post.example. Sie finden sie auch jederzeit im Konto unter „Dokumente“.',
        ),
      ),
      episode(
        '2h 5m',
        visitor('Moin. Gibt es den 500-118 auch im Dreierpack? Und wie lange darf man die Dinger lagern?'),
        staff('Moin Herr Albrecht, ich frage kurz im Lager nach dem Herstellungsdatum.'),
        inReview(
          'Einen Dreierpack gibt es nicht, ab drei Stück ziehen wir aber automatisch 10 % ab. Trocken, dunkel und nicht neben dem Batterielader gelagert halten sie gut fünf Jahre; unsere jetzigen sind vom März dieses Jahres.',
        ),
      ),
    ],
  },
  {
    name: 'María José Paredes · caja de pan',
    visitor: 'María José Paredes',
    staff: ['zeynep', 'luca', 'mina'],
    language: 'es',
    page: 'https://tidewater.example/es/saltbox',
    episodes: [
      episode(
        '22d 4h',
        visitor('Hola, quiero regalar la caja de pan de Saltbox a mi madre. ¿Llega fresca a Santander?'),
        approved(
          '¡Hola, María José! Sí: se hornea el lunes por la noche y llega el miércoles antes de las 14 h. El pan de centeno aguanta una semana; los bollos conviene comerlos el mismo día.',
        ),
        visitor('¿Se puede poner una tarjeta?'),
        approved(
          'Claro. En el paso de pago hay una casilla «Es un regalo», con sitio para 200 caracteres. La escribimos a mano, así que mejor sin muchos emojis 😊',
        ),
      ),
      episode(
        '13d 2h',
        visitor('Mi madre dice que la caja llegó mojada y los bollos deshechos :('),
        rejected(
          'Lo sentimos. El transportista es responsable. Puede reclamar en su página web.',
          'Somos nosotros quienes elegimos al transportista. Reponer la caja y disculparse, sin mandarla a otra web.',
        ),
        edited(
          'Lo siento muchísimo, así no se empieza una semana. Mañana sale otra caja para su madre, sin coste, con doble forro. No hace falta devolver nada; si guarda una foto de la primera, nos ayuda con el transportista.',
          'Lo siento muchísimo, así no se empieza una semana. Mañana sale otra caja para su madre, sin coste, con doble forro. Necesitamos una foto de la primera para poder enviarla.',
          { comment: 'La foto ayuda, pero no puede ser condición.' },
        ),
        visitor('Qué amables. Muchas gracias.'),
        approved('Gracias a usted por avisar. Un saludo a su madre de parte de los panaderos.'),
      ),
      episode(
        '5h 20m',
        visitor('¡Llegó perfecta! Mi madre quiere ahora una todos los meses. ¿Hay suscripción?'),
        staff('¡Qué alegría! Pregunto a los panaderos y le digo.'),
        inReview(
          '¡Qué buena noticia! Sí, la suscripción mensual cuesta 26 € con el envío incluido y se puede pausar cuando quiera. Si me dice el día del mes que prefiere, se la dejo preparada y usted solo tiene que confirmarla en su correo.',
        ),
        inReview(
          'Se me olvidaba: con la suscripción, la primera caja lleva una bolsa de tela para el pan. No hay permanencia y se cancela con un clic.',
        ),
      ),
    ],
  },
  {
    name: 'Olumide Adebayo · chandlery wholesale',
    visitor: 'Olumide Adebayo',
    staff: ['tomas', 'nomvula', 'priya', 'mina', 'ingrid'],
    language: 'en',
    page: 'https://tidewater.example/trade',
    description: 'Trade customer, three shops. Ask Ingrid before giving any discount above 12 %.',
    episodes: [
      episode(
        '27d 6h',
        visitor("Hi, I have three chandleries and I'd like a trade account. What do you need from me?"),
        approved(
          'Hello Olumide, glad you asked. We need the registration of your company, a VAT number and two trade references, all through the form at https://tidewater.example/trade/apply?step=documents&currency=eur&ref=chat. It takes about two working days.',
        ),
        visitor('Done, just uploaded everything.'),
        approved(
          'I can see all four files, they are readable and complete. Accounts will write to you by Thursday at the latest.',
        ),
      ),
      episode(
        '16d 2h',
        visitor(
          'Account is open, thank you. First order: 40 × mooring line 14 mm, 25 × fender F3, 12 × Marlin heater 2 kW. Any better price?',
        ),
        rejected(
          'We can give you 18 % off everything.',
          'Above 12 % needs Ingrid. And heaters are excluded from trade discount anyway.',
        ),
        approved(
          'Thank you for a fine first order. On lines and fenders we can offer 12 %. Heaters are a net price already, but from ten pieces on we pay the freight. Shall I write it up as a quote, valid for 14 days?',
        ),
        visitor('Please do.'),
        approved('Quote Q-3318 is in your mailbox. Reply with "agreed" and we start picking.'),
        visitor('agreed'),
        staff('And off it goes. 🙂'),
      ),
      episode(
        '11d 3h',
        visitor('40 lines received, 23 fenders. Two short.'),
        approved(
          'You are right, I found the two fenders standing behind the packing bench; they are embarrassed and will travel tomorrow. I have taken them off the invoice until they are with you.',
        ),
        visitor('lol ok'),
      ),
      episode(
        '34m',
        visitor(
          "Morning. Four things, sorry for the list:\n1. The two fenders arrived, but one has a split seam.\n2. Can I get payment terms of 60 days instead of 30?\n3. One of my customers wants the 14 mm line in navy. Possible?\n4. I'd like to use your product photos in my own web shop.\nAlso my colleague Bisi should get copies of the invoices: bisi@adebayo-marine.example",
        ),
        inReview(
          'Good morning Olumide! On 1: sorry about the split seam. Another F3 goes out today with the noon van, and you can put the damaged one into your bargain bin or the skip, as you like. We do not need it back.',
        ),
        inReview(
          'On 2: I have passed your wish for 60 days on to our accounts team. They look at six months of history first, so the honest answer is "not before spring", but they will write to you themselves this week.',
          'nomvula',
        ),
        inReview(
          'On 3: yes, the 14 mm line comes in navy, black and white. Navy is woven to order in steps of 200 metres and takes three weeks. Below that the mill will not start the machine for us either.',
        ),
        inReview(
          'On 4: you are welcome to use our photos as a trade customer as long as the file name stays as it is and you do not cut off the scale at the edge. The full set is a 640 MB download at https://media.tidewater.example/trade/photos/2025/autumn/all-products-with-scale-and-colour-card.zip?licence=trade',
          'priya',
        ),
        inReview(
          'And Bisi has been added: from today on each invoice goes to bisi@adebayo-marine.example as well. She will get one mail first, asking whether she agrees.',
        ),
      ),
    ],
  },
  {
    name: 'Katarzyna Wiśniewska',
    visitor: 'Katarzyna Wiśniewska',
    staff: ['dmytro', 'tomas', 'weiting'],
    language: 'pl',
    page: 'https://tidewater.example/pl/zwroty',
    episodes: [
      episode(
        '20d 1h',
        visitor('Dzień dobry, jak zwrócić kurtkę? Jest piękna, ale mąż mówi, że wyglądam w niej jak boja.'),
        approved(
          'Dzień dobry, pani Katarzyno! Mąż ma prawo do opinii, a pani do zwrotu w ciągu 30 dni. Etykieta zwrotna jest w pani koncie przy zamówieniu TW-48150. Proszę zapakować kurtkę z metką i zostawić w dowolnym punkcie odbioru.',
        ),
        visitor('A kiedy pieniądze?'),
        edited(
          'Pięć dni roboczych od chwili, gdy paczka dotrze do magazynu, na tę samą kartę, którą pani płaciła.',
          'Trzy dni robocze od wysłania paczki.',
          { comment: 'Pięć dni od przyjęcia w magazynie, nie od wysłania.' },
        ),
        visitor('Dziękuję!'),
        staff('Miłego dnia!'),
      ),
      episode(
        '7d 9h',
        visitor('Paczka dotarła do Państwa 9 dni temu, a zwrotu nie ma.'),
        rejected(
          'Proszę czekać, zwrot trwa do 14 dni.',
          'Obiecaliśmy pięć dni roboczych i one minęły. Sprawdź w księgowości zamiast prosić o cierpliwość.',
        ),
        approved(
          'Ma pani rację, termin minął i przepraszam za to. Zwrot utknął, bo karta w międzyczasie straciła ważność. Czy woli pani przelew na konto? Wystarczy numer wpisać w bezpiecznym formularzu, do którego link wysłałem mailem. Proszę nie podawać go tutaj na czacie.',
          { by: 'dmytro' },
        ),
        visitor('Wpisane. Faktycznie, nowa karta.'),
        approved('Dziękuję, przelew 189,00 € wyszedł przed chwilą i jutro powinien być na koncie.'),
      ),
      episode(
        '1h 12m',
        visitor('Pieniądze są, dziękuję. Teraz szukam kurtki w innym kolorze niż czerwony 😄'),
        staff('To sprawdzę, co mamy w pani rozmiarze.'),
        inReview(
          'Cieszę się! Ten sam model jest jeszcze w grafitowym i butelkowej zieleni, oba w pani rozmiarze M. Zieleń wygląda na żywo ciemniej niż na zdjęciu, z boją nikt pani nie pomyli.',
        ),
      ),
    ],
  },
  {
    name: 'Ben Whitlock (complaint)',
    visitor: 'Ben Whitlock',
    staff: ['priya', 'aoife', 'ingrid', 'mina'],
    language: 'en',
    page: 'https://tidewater.example/contact',
    isPrivate: true,
    description: 'Formal complaint C-117. Ingrid reads along.',
    episodes: [
      episode(
        '14d 5h',
        visitor(
          'I am writing for the third time about order TW-47955. I was told on the 2nd that the lifejackets would ship "tomorrow". I was told on the 6th that they had shipped. They had not. On the 9th a very friendly person told me that the first two people had been mistaken.\n\nMy children\'s sailing course has begun. They are sitting on the quay in borrowed lifejackets that are two sizes too big, and I would like someone to tell me, in plain words and without the word "unfortunately", what happens now.',
        ),
        rejected(
          'Dear Mr Whitlock, unfortunately the lifejackets are delayed due to high demand. We apologise for any inconvenience caused and thank you for your patience.',
          'He asked for plain words, and asked us not to write "unfortunately". Say what went wrong, what we do, by when.',
        ),
        rejected(
          'Hi Ben! Sorry about the mess 😅 We will sort this out soon!',
          'Wrong tone for a formal complaint, and "soon" is exactly the word that brought us here.',
          'aoife',
        ),
        approved(
          "Mr Whitlock, in plain words: our stock count was wrong. We sold eleven of these lifejackets and had seven. No one checked the shelf before writing to you, three times.\n\nWhat happens now: two children's lifejackets, 30–40 kg, are in a taxi from our shop in Fish Street to the sailing school and will be at the front desk before 13:00 today. You pay nothing for them. The order is refunded in full.\n\nIf the taxi is late, call me on 555-0142. My name is Priya.",
          { by: 'priya' },
        ),
        visitor('They are here. 12:40. Thank you, Priya.'),
        approved(
          'Thank you for telling me. I have put a note on the stock system so that the next family is not sold what is not there.',
          { by: 'priya' },
        ),
      ),
      episode(
        '4d 3h',
        visitor(
          'Refund received, to the cent. I will say so in my review as well, since I was not kind in the first version.',
        ),
        approved('That is generous of you. The first version was fair, too; we printed it out for the stock meeting.', {
          by: 'priya',
        }),
      ),
      episode(
        '22m',
        visitor('A practical question this time: how often do the gas cartridges in those lifejackets need replacing?'),
        inReview(
          'The cartridge itself keeps for years, but the tablet that triggers it ages in damp air: replace that every two years, and after any firing. Each spring, unscrew the cartridge, weigh it on a kitchen scale and compare with the number stamped on it. If it is more than 2 g light, swap it.',
          'priya',
        ),
      ),
    ],
  },
  {
    name: 'נועה בן־דוד',
    visitor: 'נועה בן־דוד',
    staff: ['luca', 'nomvula', 'mina'],
    language: 'he',
    page: 'https://tidewater.example/he/orders/TW-48890',
    episodes: [
      episode(
        '12d 7h',
        visitor('שלום, הזמנתי מצפן (TW-48890) והוא הגיע עם בועת אוויר. זה תקין?'),
        approved(
          'שלום נועה, בועה קטנה מראש סיכה היא תקינה ונעלמת בחום. אם היא גדולה מעדשה, נחליף את המצפן. אפשר לשלוח צילום כאן בצ׳אט?',
        ),
        visitor('היא בגודל של אפונה 😕'),
        rejected('אפונה זה בסדר גמור.', 'אפונה גדולה מעדשה. לפי ההוראות שלנו מחליפים.'),
        approved(
          'אז זו כבר דליפה. מצפן חדש נשלח היום במספר מעקב NC 5533 0192 77, ותווית החזרה חינם נמצאת באותו משלוח.',
        ),
        visitor('תודה רבה!'),
        staff('בשמחה, הפלגה נעימה!'),
      ),
      episode(
        '52m',
        visitor('המצפן החדש מצוין. אפשר לקבל חשבונית על שם העסק? Ben-David Sailing, ח.פ. 000482133'),
        rejected(
          'בוודאי. הפקתי חשבונית חדשה מספר 2104-B על שם Ben-David Sailing עם מספר ח.פ. 000482133, והיא נשלחה אלייך במייל. את הקודמת ביטלתי, אין צורך לשמור אותה.',
          'חשבונית על שם עסק אפשר להפיק רק אחרי ביטול הקודמת בהנהלת החשבונות. לבדוק שזה נעשה ואז לשלוח.',
          'luca',
        ),
      ),
    ],
  },
  {
    name: 'Siobhán Daly – Saltbox standing order',
    visitor: 'Siobhán Daly',
    staff: ['aoife', 'tomas', 'kwame'],
    language: 'en',
    page: 'https://tidewater.example/saltbox/standing-orders',
    episodes: [
      episode(
        '29d 2h',
        visitor(
          "Morning! I keep the tea room at the lighthouse. We'd like 30 scones and 6 seeded loaves every Friday, off the early boat. Is that a thing you do?",
        ),
        approved(
          'Good morning Siobhán, it very much is. The early boat leaves at 6:40 and the bakery loads at 6:15. 30 scones and 6 seeded loaves come to 58.20 € a week, invoiced monthly. First delivery could be this Friday.',
        ),
        visitor('This Friday!!! 🥳'),
        staff('This Friday it is.'),
      ),
      episode(
        '23d 1h',
        visitor('25 scones in the box, not 30. Not the end of the world but I had a coach party.'),
        approved(
          'Oh no, and on a coach day. The baker counted trays of five and loaded five trays instead of six. I have taken 10 scones off the bill, and there is a note in capital letters on your shelf now.',
        ),
      ),
      episode(
        '10d 4h',
        visitor('Could next Friday be doubled? Regatta.'),
        edited(
          'Regatta Friday doubled: 60 scones and 12 loaves, 116.40 €, just this once. The week after goes back to normal by itself.',
          'Ok doubled.',
          { comment: 'Say the numbers and that it is once only, else we argue about it in two weeks.' },
        ),
        visitor('Perfect. You may put that in capital letters as well'),
        staff('REGATTA: 60 AND 12. Done.'),
      ),
      episode(
        '3d 2h',
        visitor('All sold by noon. People asked who bakes them, I sent them your way.'),
        approved('Thank you, Siobhán. The bakers have pinned your message over the oven.'),
      ),
      episode(
        '1d 3h',
        visitor('Is there any chance of a gluten-free loaf? Just one a week, for my sister-in-law.'),
        staff('I will ask in the bakery whether they can do that safely.'),
        inReview(
          'We asked, and the honest answer is no: there is one oven and flour in every corner, so we could bake a loaf without gluten but never promise that it stays without. For a coeliac that is not good enough. The mill in Westmole has a separate kitchen and sends frozen loaves on the same boat; shall I put you in touch?',
        ),
      ),
    ],
  },
  {
    name: '李娜 · 航海图',
    visitor: '李娜',
    staff: ['weiting', 'priya'],
    language: 'zh',
    page: 'https://tidewater.example/zh/charts',
    episodes: [
      episode(
        '18d 5h',
        visitor('你好，请问港湾海图有2025年的新版吗？网站上写的是2023。'),
        approved(
          '李女士您好，有的。2025版上周刚到，网页还没来得及更新，抱歉让您多问一句。价格不变，28欧元，今天下单明天寄出。',
          { by: 'priya' },
        ),
        visitor('好的，那我要两张。防水的吗？'),
        approved('是防水纸，可以用软铅笔写、用橡皮擦。请不要折，卷起来放在圆筒里最好，圆筒随货附送。', { by: 'priya' }),
      ),
      episode(
        '10d 8h',
        visitor('圆筒寄到了，但是里面只有一张图，我订了两张。'),
        rejected(
          '系统显示两张都已发出，请再找找。',
          '先相信客人，再查仓库。圆筒的重量记录是180克，一张图的重量。',
          'priya',
        ),
        approved(
          '您说得对，圆筒的发货重量只有180克，正好是一张图的重量，是我们漏装了。第二张今天补寄，追踪号 NC 5540 1177 03，运费当然由我们承担。',
          { by: 'priya' },
        ),
        visitor('谢谢，处理得很快。'),
        approved('谢谢您的耐心。为了不再发生，打包台今天起换成了会“报数”的秤。', { by: 'priya' }),
      ),
      episode(
        '4h 40m',
        visitor('收到了，谢谢。可是其中一张右下角印刷模糊，看不清水深。'),
        inReview(
          '非常抱歉，水深看不清的海图确实不能用。我们今天补寄一张新的，原来那张不用退回。寄出前我会亲自检查右下角。',
          'priya',
        ),
        visitor('还有一个问题：新版里西莫尔航道的浮标是不是少了一个？'),
      ),
    ],
  },
];

import type { SupportRoom } from '../../script.ts';
import { approved, edited, episode, inReview, rejected, staff, visitor } from '../../script.ts';

/** The Breakwater: a hotel of 46 rooms on the harbour wall. */
export const breakwaterRooms: SupportRoom[] = [
  {
    name: 'Ingeborg & Lars Holm – golden wedding',
    visitor: 'Ingeborg Holm',
    staff: ['tomas', 'aoife', 'mina', 'kwame'],
    language: 'en',
    page: 'https://breakwater.example/celebrations',
    description: 'Golden wedding, 22 guests, four with dietary wishes. Surprise for Lars: write to Ingeborg only.',
    episodes: [
      episode(
        '29d 8h',
        visitor(
          'Good afternoon. My husband and I will have been married for fifty years in the spring. Would your conservatory hold 22 people for lunch? It is a surprise, so please do not telephone.',
        ),
        approved(
          'Good afternoon Mrs Holm, and congratulations in advance. The conservatory seats 26 at one long table, so 22 is just right. We have marked your booking "write only", no one will telephone.',
        ),
        visitor('How thoughtful.'),
        approved(
          'For the date: Saturday the 14th is free from 12:00 to 17:00. We can hold it for two weeks without a deposit while you ask your guests.',
        ),
      ),
      episode(
        '22d 6h',
        visitor('The 14th suits everyone. What would you serve?'),
        rejected(
          'Our wedding menus start at 95 € per person, minimum 30 persons.',
          'That is the wedding package. Family lunches have their own card from 42 €, without a minimum.',
        ),
        approved(
          'From our family card, at 42 € a person: smoked trout with horseradish, then lamb or a leek tart, then lemon posset. A cake is best ordered from Saltbox next door; they deliver it to us at no charge. Shall I send you the full card?',
        ),
        visitor('Please. One guest is coeliac, two do not eat meat and my brother-in-law is merely difficult.'),
        approved(
          'Noted: one without gluten (made in a separate pan), two leek tarts, and for your brother-in-law the chef suggests letting him choose on the day.',
        ),
        visitor('I like your chef.'),
      ),
      episode(
        '8d 4h',
        visitor('Could we have a piano?'),
        edited(
          'There is an upright in the conservatory already, tuned each quarter. Please let us know if someone will play for more than a song or two, as the room above is then best left empty.',
          'There is a piano.',
          { comment: 'Tell her it is tuned and about the room above, we had complaints in June.' },
        ),
        visitor('My grandson, two songs, both short.'),
        staff('Perfect. Then the room above may stay.'),
      ),
      episode(
        '2h 20m',
        visitor(
          'One last question. Lars has found the invitation in the printer. He now knows everything and wants to help with the seating. May he write to you too?',
        ),
        staff('Oh no! One moment, I need to open your booking for this.'),
        inReview(
          'Oh dear, betrayed by the printer! Of course he may: I have taken the "surprise" note off the booking and added his address. The seating plan is at https://breakwater.example/plan/holm-14 and both of you can move the names around. Last change wins, which may be interesting after fifty years.',
        ),
      ),
    ],
  },
  {
    name: 'Daniel Osei · late check-in',
    visitor: 'Daniel Osei',
    staff: ['nomvula', 'luca', 'kwame'],
    language: 'en',
    page: 'https://breakwater.example/arrival',
    channel: 'whatsapp',
    episodes: [
      episode(
        '18d 1h',
        visitor('My train gets in at 00:40. Will anyone be there?'),
        approved(
          'Yes, the night porter is there until 6:00. The front door is locked from 23:00, so ring the brass bell on the left. Kettle and sandwiches wait in the lounge; tell us if you do not eat meat.',
        ),
        visitor('No pork, otherwise anything. Thanks!'),
        approved('Cheese and tomato it is, with your name on it.'),
      ),
      episode(
        '17d 3h',
        visitor(
          'Arrived, fed, asleep by 1:15. Only thing: gulls at 5 am on the roof of 31. Is there a quieter room for the second night?',
        ),
        rejected(
          'Gulls are part of the charm of a harbour hotel.',
          'He has one more night here and asks politely. Room 12 at the back is empty. Move him.',
        ),
        approved(
          'The gulls apologise, though not sincerely. Room 12 looks onto the courtyard and is free: we will move your bags at noon, and your new key is at the desk.',
        ),
        visitor('Slept like a stone. Thank you 😴'),
      ),
      episode(
        '3h 45m',
        visitor('Hi, coming back next Tuesday, same late train. Room 12 again if possible.'),
        staff('Hi Daniel, one moment, I am asking housekeeping.'),
        inReview(
          'Welcome back! Room 12 is yours for Tuesday, and the cheese and tomato sandwich will be in the lounge from 23:00. The bell has moved to the right side of the door since your last visit.',
        ),
      ),
    ],
  },
  {
    name: '田中 健一 · 朝食と送迎',
    visitor: '田中 健一',
    staff: ['weiting', 'tomas', 'yuki'],
    language: 'ja',
    page: 'https://breakwater.example/ja/rooms',
    episodes: [
      episode(
        '16d 4h',
        visitor('港から歩いて行けますか？母が一緒で、長い坂は難しいです。'),
        approved(
          '田中様、港からは平らな道で約六分です。坂はございません。お荷物とお母様のために、無料の送迎車もご用意できます。船の到着時刻をお知らせください。',
          { by: 'weiting' },
        ),
        visitor('10時30分着のフェリーです。'),
        approved(
          '承知いたしました。10時30分に青い「Breakwater」の札を持った者が桟橋の出口でお待ちしております。お部屋は15時からですが、お母様には先に休憩室をお使いいただけます。',
          { by: 'weiting' },
        ),
      ),
      episode(
        '15d 1h',
        visitor('とても親切な運転手さんでした。母が喜んでいます。'),
        staff('うれしいお言葉をありがとうございます。運転手のオーウェンに伝えます。'),
      ),
      episode(
        '7h 5m',
        visitor('明日の朝食、母にお粥のような柔らかいものはありますか？'),
        staff('料理長に確認いたしますので、少々お待ちください。'),
        inReview(
          'はい、料理長がお米のお粥をお作りいたします。塩だけの味付けで、梅干しも少しございます。7時半から窓側のお席をご用意しておきます。',
          'weiting',
        ),
      ),
    ],
  },
  {
    name: 'Marguerite Lefèvre',
    visitor: 'Marguerite Lefèvre',
    staff: ['luca', 'zeynep', 'mina'],
    language: 'fr',
    page: 'https://breakwater.example/fr/factures',
    episodes: [
      episode(
        '25d 5h',
        visitor("Bonjour, ma facture du 3 comporte un minibar de 27 €. Or ma chambre n'avait pas de minibar."),
        rejected(
          'Bonjour Madame, le minibar est facturé selon consommation.',
          "Elle dit qu'il n'y en avait pas, et c'est vrai : la 8 n'en a pas. Vérifier avant de répondre.",
        ),
        approved(
          "Bonjour Madame Lefèvre, vous avez tout à fait raison : la chambre 8 n'a jamais eu de minibar, la ligne venait de la chambre 18. Les 27 € sont remboursés et une facture corrigée vous attend dans votre boîte.",
        ),
        visitor('Je vous remercie. La personne de la 18 a donc bu gratuitement ?'),
        approved('Disons que la chambre 18 a reçu de nos nouvelles ce matin.'),
        visitor('😂'),
      ),
      episode(
        '6d 5h',
        visitor('Serait-il possible de réserver la même chambre 8 pour Pâques ? Deux nuits, petit-déjeuner compris.'),
        edited(
          "La chambre 8 est libre du samedi au lundi de Pâques : 248 € les deux nuits, petit-déjeuner compris, annulation sans frais jusqu'à sept jours avant.",
          'La chambre 8 est libre à Pâques, 248 €.',
          { comment: "Préciser les dates et l'annulation." },
        ),
        visitor('Parfait, je prends.'),
        approved("Réservée sous le numéro BW-20418. Toujours sans minibar, c'est promis."),
        visitor('À Pâques alors 🐣'),
      ),
    ],
    isSettled: true,
  },
  {
    name: 'Hotel: Kai Nakoa + surf club',
    visitor: 'Kai Nakoa',
    staff: ['aoife', 'tomas', 'weiting', 'mina'],
    language: 'en',
    page: 'https://breakwater.example/groups',
    episodes: [
      episode(
        '23d 3h',
        visitor('aloha! surf club, 9 people, wet boards, sandy feet. Would you even have us?'),
        approved(
          'With pleasure! There is a hose and a lockable board rack in the yard, and the two bunk rooms at the back have stone floors that do not mind sand. 9 people, two nights: 630 € with breakfast.',
        ),
        visitor('stone floors!! sold'),
        approved(
          'Bunk rooms 40 and 41 are yours. Breakfast from 6:30 for you, because no one wants to explain low tide to our kitchen.',
        ),
      ),
      episode(
        '12d 2h',
        visitor("we broke a lamp. it's the one shaped like a fish. very sorry. how much"),
        rejected(
          'Damages are charged at replacement cost plus a handling fee of 50 €.',
          'They told us themselves, and it is a 19 € lamp. No handling fee, please.',
        ),
        approved(
          'Thank you for telling us, most people hide the pieces. The fish costs 19 € and we have three spares, since you are not the first. Shall I put it on the bill?',
        ),
        visitor('yes please. rip fish 🐟'),
        approved('Done. He had a good life.'),
      ),
      episode(
        '1d 9h',
        visitor('hey, can we get an invoice split by 9?'),
        staff('Hi Kai, give me a moment, the system and I have to agree on how to divide by nine.'),
        inReview(
          'The total of 649 € does not divide evenly, so eight of you get an invoice over 72.11 € and you, as the one who asked, get the one over 72.12 €. All nine are in one PDF, a page each. Please tell me the names and I send them out singly.',
        ),
      ),
    ],
  },
  {
    name: 'Roza Amanova — lost property',
    visitor: 'Roza Amanova',
    staff: ['dmytro', 'nomvula'],
    language: 'en',
    page: 'https://breakwater.example/contact',
    episodes: [
      episode(
        '11d 8h',
        visitor('I left a charger and one (1) sock in room 22. The sock matters more.'),
        approved(
          'Both found! The sock was behind the radiator, dry and unharmed. We can send them for 4 € postage, or keep them until your next visit for nothing.',
        ),
        visitor('Post please. It is part of a pair knitted by my aunt.'),
        approved('Then it travels registered. It leaves with the afternoon post; the number is RR 4410 2207 5.'),
      ),
      episode('7d 2h', visitor('Sock reunited. 🧦🧦'), approved('This has made the day of the whole front desk.')),
      episode(
        '3d 5h',
        visitor('I want to book again, but the page says that my voucher SOCK-10 is not valid??'),
        edited(
          'There is a small history to SOCK-10: the night porter made it up and wrote it on your parcel, without telling anybody. It exists now: 10 % on your next stay, valid for a year.',
          'SOCK-10 is not one of our vouchers.',
          { comment: 'It was Owen on the night shift. I had him create it properly.' },
        ),
        visitor('The night porter is a poet'),
        approved('He will put that on his name badge.'),
      ),
      episode(
        '9m',
        visitor('Hello again from the sock person! My booking BW-20877 shows one bed, we are two. Is it a double?'),
        inReview(
          'Hello to you and both socks! BW-20877 is a double of 160 cm. If you would rather have two singles, room 24 has those at the same price, and I can swap it in a second.',
        ),
      ),
    ],
  },
  {
    name: 'Giorgos Papadakis · parking',
    visitor: 'Giorgos Papadakis',
    staff: ['zeynep', 'priya', 'kwame'],
    language: 'en',
    page: 'https://breakwater.example/parking',
    episodes: [
      episode(
        '10d 1h',
        visitor('I am coming with a van, 2.30 m high. Does it fit in your garage?'),
        edited(
          'The garage ends at 2.05 m, so sadly not. Vans stand in the yard of the old fish market, three minutes on foot: 9 € a night, lit and with a barrier. I have put a place aside for you.',
          'Garage max 2.05m. Use the fish market.',
          { comment: 'Price, distance, and that we reserved: he should not have to ask three more times.' },
        ),
        visitor('Good. Electric plug there?'),
        approved(
          'Two posts with 11 kW, first come first served. The night guard, Stelian, unplugs those who are full and is strict about it.',
        ),
      ),
      episode(
        '4d 4h',
        visitor('Stelian unplugged me at 4 in the morning, at 80 %! I need 100 for the ferry trip.'),
        rejected(
          'The rule is 80 % and applies to everyone.',
          'True, but he may book the full charge for 3 €. No one told him, so tell him now.',
        ),
        approved(
          'Stelian follows the rule: 80 %, then the next van. If you need a full battery, put the green card behind the windscreen (at the desk, 3 €) and he leaves you plugged in. Tonight it is on us, since no one told you.',
        ),
        visitor('Green card is in the window. Tell Stelian no hard feelings.'),
      ),
      episode(
        '2d 5h',
        visitor('Charged 18 € for parking, but it was one night only.'),
        rejected(
          'According to our system you parked two nights.',
          'The barrier log says in 21:10, out 08:55. That is one night. Look at the log and not only at the bill.',
        ),
        approved(
          'You are right: the barrier shows you in at 21:10 and out at 8:55, one night. The bill counted both calendar days. 9 € are on their way back to your card.',
        ),
        visitor('Ευχαριστώ!'),
        staff('Παρακαλώ!'),
      ),
      episode(
        '5h 35m',
        visitor('Can I have the yard in August as well? 5 nights, with plug, from the 11th.'),
        staff('Let me see what August looks like.'),
        inReview(
          'From the 11th to the 16th of August a place by the plugs is free: 5 nights, 45 €, electricity by the meter at 0.38 € per kWh. Shall I book it under your name and the same number plate, or does the van have a successor by then?',
        ),
      ),
    ],
  },
  {
    name: 'Emil Novák (working from the hotel)',
    visitor: 'Emil Novák',
    staff: ['tomas', 'dmytro', 'weiting', 'mina'],
    language: 'en',
    page: 'https://breakwater.example/stay-and-work',
    episodes: [
      episode(
        '26d 6h',
        visitor(
          'Hi, I would stay three weeks and work from the room. How fast is the Wi-Fi really? Not the number from the brochure please.',
        ),
        approved(
          'Really: I have just measured 84 Mbit/s down and 31 up in room 27, at a quarter past ten in the morning. In the evening, when the surfers upload their day, it drops to about 40.',
        ),
        visitor('A measured number! You have a customer.'),
        approved(
          'Room 27 then, 21 nights at the long-stay rate of 58 €, desk and proper chair included. We clean twice a week, or when you put the sign out.',
        ),
      ),
      episode(
        '19d 5h',
        visitor('The chair is great. The neighbour in 28 plays the trumpet.'),
        rejected(
          'Guests are asked to be quiet from 22:00 on.',
          'It is eleven in the morning. Find him a quiet hour or another room.',
        ),
        approved(
          'He is with the brass band that opens the regatta, and leaves on Sunday. Until then the small library on the first floor is yours from 9 to 12: door, desk, socket, no trumpet.',
        ),
        visitor('The library is nicer than my office at home. May the trumpet stay?'),
        staff('We will tell him that he has a patron now.'),
      ),
      episode(
        '10d 6h',
        visitor('Could you receive a parcel for me? Laptop, insured, someone has to sign.'),
        approved(
          'Yes. Please have it sent to "Novák, room 27, c/o The Breakwater, Harbour Wall 1". The desk signs, notes the time and puts it into the safe; you get a text message.',
        ),
        visitor('Thanks'),
        approved('It is here: 14:52, box undamaged, in the safe.'),
      ),
      episode(
        '5d 6h',
        visitor('Could I extend by a week?'),
        edited(
          'Yes, though not in 27, which is booked from Saturday. Room 29 is the same with a slightly better view, at the same rate; we carry everything over, the good chair as well.',
          'Yes, in room 29.',
          { comment: 'He will ask about the chair. Say it first.' },
        ),
        visitor('You know me too well.'),
      ),
      episode(
        '24m',
        visitor(
          'My company needs the invoice in two parts, one per month, with the VAT shown, to invoices@novak-consulting.example. Possible?',
        ),
        staff('Good morning Emil, I will ask the accountant before she goes for lunch.'),
        inReview(
          'Possible and done: part 1 covers the nights up to the 30th, part 2 the rest, each with the 10 % VAT on its own line. Both go to invoices@novak-consulting.example when you check out, or part 1 already now if you need it for the closing of the month.',
        ),
      ),
    ],
  },
];

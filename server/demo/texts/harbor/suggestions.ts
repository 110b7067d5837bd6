import type { SuggestedMessage, Suggestion } from '../../demo-tenant.ts';

const link = (content: string, url: string): SuggestedMessage => ({ kind: 'link', content, settings: { url } });
const image = (content: string, url: string): SuggestedMessage => ({
  kind: 'image',
  content,
  settings: { url, alt: content },
});
const buttons = (content: string, ...labels: string[]): SuggestedMessage => ({
  kind: 'buttons',
  content,
  settings: { labels },
});

/** Canned messages by business code. */
export const harborSuggestions: Record<string, Suggestion[]> = {
  tidewater: [
    ['Thank you for your order! It leaves our warehouse on the next working day before noon.'],
    [
      'May I have your order number? It begins with TW- and stands at the top of the confirmation.',
      buttons('Or choose', 'I cannot find it', 'I have no order yet'),
    ],
    ['Your parcel has left us.', link('Follow your parcel', 'https://northern-courier.example/t/')],
    [
      'Returns are free for 30 days.',
      'Please use the label in your account and keep the receipt from the parcel shop.',
      link('Open my orders', 'https://tidewater.example/account/orders'),
    ],
    [
      'The part number is stamped on the side that faces the engine. A photo helps us most.',
      image('Where to find the number', 'https://media.tidewater.example/help/part-number.jpg'),
    ],
    ['I am sorry that it arrived broken. A new one leaves today; you need not send the old one back.'],
    ['Saltbox boxes are baked on Monday night and arrive on Wednesday before 14:00.'],
    [
      'Trade customers get their own prices and 30 days to pay.',
      link('Apply for a trade account', 'https://tidewater.example/trade/apply'),
    ],
    ['この度はご不便をおかけし、申し訳ございません。ただいま確認いたしますので、少々お待ちください。'],
    [
      'Die Rechnung finden Sie in Ihrem Konto unter „Dokumente“.',
      link('Zu den Dokumenten', 'https://tidewater.example/de/account/documents'),
    ],
  ],
  gannet: [
    ['All sailings are running as planned today. ⛴️'],
    ['Today’s sailings are affected by the wind.', link('Live status', 'https://gannet.example/status')],
    ['Your ticket stays valid on the next boat, you need not do anything.'],
    ['When we cancel, you choose:', buttons('What would you like?', 'Next boat', 'Money back', 'Voucher + 10 %')],
    ['Please be at the gate 20 minutes before departure, 40 with a car.'],
    [
      'Hand luggage on the seaplane: one piece of up to 7 kg.',
      'Everything else travels in the hold, up to 15 kg.',
      image('The measuring frame', 'https://media.gannet.example/help/frame.png'),
    ],
    ['Une correspondance se compte à partir de 45 minutes, le quai est à dix minutes à pied de la gare.'],
    ['أهلًا بك! أرسل رقم الحجز من فضلك، وهو ستة أحرف وأرقام تبدأ بـ GX.'],
    [
      'You can change your booking until 24 hours before departure, free of charge.',
      link('Change my booking', 'https://gannet.example/booking'),
    ],
    ['Lost something on board? Tell us the date, the boat and what it looks like. We find about two things in three.'],
  ],
  breakwater: [
    ['Check-in is from 15:00, check-out until 11:00. Luggage can stay with us all day.'],
    ['Breakfast is from 7:00 to 10:30 in the conservatory, earlier on request.'],
    [
      'Arriving late? The night porter is there until 6:00.',
      'Please ring the brass bell on the right side of the door.',
    ],
    [
      'How to find us from the harbour: six minutes on foot, all of it level.',
      link('Map', 'https://breakwater.example/map'),
    ],
    ['The garage is for cars up to 2.05 m. Vans stand in the yard of the old fish market, 9 € a night.'],
    [
      'I can offer you a room to the courtyard instead. It has less sea, and no gulls.',
      buttons('Shall I?', 'Yes, please', 'I like the gulls'),
    ],
    ['Votre facture est disponible dans votre espace.', link('Mes factures', 'https://breakwater.example/fr/factures')],
    ['お部屋のご準備が整いました。フロントで鍵をお受け取りください。'],
    [
      'For celebrations with 10 to 26 guests we have our own card.',
      image('The conservatory', 'https://media.breakwater.example/rooms/conservatory.jpg'),
    ],
    ['You can cancel free of charge until seven days before your arrival.'],
  ],
  'merrow-bank': [
    ['For your safety: please never write card numbers, account numbers or passwords in the chat.'],
    [
      'Has someone asked you for a code or a password? We never do.',
      buttons('Did you', 'Click only', 'Type something', 'Neither'),
    ],
    [
      'Your card is blocked now. A new one comes by post within five days.',
      'You can pay by phone at once: Merrow app, Cards, Add to phone.',
    ],
    ['You can open an account by video, every day until 20:00.', link('Choose a time', 'https://merrow.example/video')],
    ['The branch in Fish Street is open on weekdays from 9:00 to 16:30.'],
    ['Our bus stands outside the library in Harbour Road on Tuesdays from 10 to 12.'],
    ['El tipo exacto depende de sus ingresos. Se lo damos por escrito y sin compromiso.'],
    ['I will pass this to a colleague in the lending team. She answers within one working day.'],
    ['请长按绿色键和0键五秒，终端会自动切换网络。'],
    [
      'You find your tax statement under Documents from 31 January.',
      link('Open Documents', 'https://merrow.example/documents'),
    ],
  ],
  'port-ellery': [
    ['City Office, Rope Walk 1. Open Monday to Friday from 8:00 to 16:00, without appointment until noon.'],
    [
      'To register an address you need your passport and form W2, signed by the landlord.',
      link('Form W2', 'https://port-ellery.example/forms/w2.pdf'),
    ],
    ['Please upload a photo with the paper clip below; we compare it with ours.'],
    ['Thank you for reporting this. Which street and house number is it, and can you read a number on the lamp?'],
    [
      'Objections against a fine are possible within 14 days, here in the chat too.',
      buttons('What is it about?', 'Parking', 'Speed', 'Something else'),
    ],
    ['Your place in the mooring list:', 'About five places a year become free.'],
    [
      'For a wedding we need papers that are not older than six months.',
      link('List by country', 'https://port-ellery.example/weddings/papers'),
    ],
    ['O prazo normal é de 20 dias úteis. Avisamos assim que houver decisão.'],
    ['مكتب البلدية مفتوح من الاثنين إلى الجمعة من الثامنة صباحًا حتى الرابعة عصرًا.'],
    [
      'The recycling yard takes almost everything on Saturdays from 9 to 13. Paint must be dry.',
      image('What goes where', 'https://media.port-ellery.example/waste/what-goes-where.png'),
    ],
  ],
  'lantern-clinic': [
    ['In an emergency please call 112 now. This chat is not watched at night.'],
    ['We may not answer medical questions here. Nurse Tamsin can: 555-0119, until 18:00.'],
    ['Which day suits you?', buttons('Choose', 'Monday', 'Tuesday', 'Wednesday', 'Friday')],
    [
      'Your appointment is booked. You will get a text message the day before.',
      'You can move it free of charge until that evening.',
    ],
    [
      'Results are never sent by chat. They are in the portal.',
      link('Open the portal', 'https://lantern-clinic.example/portal'),
    ],
    ['We can print all letters in large type. Shall I set that for you?'],
    ['Los martes y jueves está con nosotros la enfermera Pilar, que traduce sin coste.'],
    [
      'Someone may collect your prescription with the form “Someone collects for me”.',
      link('The form', 'https://lantern-clinic.example/forms/collect.pdf'),
    ],
    ['Die Bescheinigung liegt an der Anmeldung für Sie bereit. Bitte bringen Sie einen Ausweis mit.'],
    ['The side entrance in Candle Yard has no steps; ring once and we open.'],
  ],
  'quayside-school': [
    ['All courses and free places at a glance:', link('Course calendar', 'https://quayside-school.example/courses')],
    ['Shoes that may get wet, a warm layer, a towel. Lifejackets are here in every size.'],
    ['The swimming test is on Wednesdays at 14:00: 25 metres, with a lifejacket, without pressure.'],
    [
      'Your child need not go into the water on the first day. “Small Steps” begins on the quay.',
      image('Small Steps', 'https://media.quayside-school.example/small-steps.jpg'),
    ],
    ['The second child pays 20 % less.'],
    [
      'The course takes place unless we write before 7:30. We sail in rain, not in thunder.',
      buttons('Rain today?', 'We come', 'We stay at home'),
    ],
    [
      'You can repeat the level test once, free of charge.',
      'Or talk to Harriet for fifteen minutes: Thursdays, 19:00, blue room.',
    ],
    ['Pode assistir à mesma aula noutra turma. Diga-nos só o dia.'],
    ["L'inscription est confirmée. À samedi, 9 h, sur le quai !"],
    ['Missed a lesson? It can be made up within the same term, twice.'],
  ],
  driftglass: [
    ['Please close the game and do not start a new one: then nothing is overwritten. I am looking for your save.'],
    [
      'Which version are you on? It is shown at the lower right of the title screen.',
      image('Where to find the version', 'https://media.driftglass.example/help/version.png'),
    ],
    ['Thank you, that is a bug and now has a number.', link('Follow it', 'https://driftglass.example/saltmarsh/bugs')],
    ['Refunds within two hours of play: no questions.', 'It takes up to five working days to reach your card.'],
    ['There are no purchases inside Saltmarsh. If someone asked for money, please send us the address of the page.'],
    [
      'For a black screen after an update:',
      'Settings, Video, “Rebuild shaders”, then wait two minutes.',
      buttons('Did it help?', 'Yes', 'No', 'I am live right now'),
    ],
    [
      'You may stream and monetise Saltmarsh. Turn on “Streamer radio” for the lighthouse.',
      link('Creator page', 'https://driftglass.example/creators'),
    ],
    ['La corrección está en camino. Si quiere probarla antes, la apuntamos a la versión beta.'],
    ['Happy fishing! 🎣'],
    ['The older version for small computers is called Saltmarsh Classic; it is in your library already.'],
  ],
};

import type { Keyword } from '../../demo-tenant.ts';

/** Keywords of the harbour's visitors. `suggestions` covers every format that users have entered. */
export const harborKeywords: Keyword[] = [
  {
    name: 'refund',
    title: 'Refund',
    suggestions:
      'Five working days from the arrival in our warehouse\nAlways to the card that paid\nIf the card has expired: link to the secure form, never ask in the chat',
  },
  {
    name: 'where is my parcel',
    title: 'Parcel tracking',
    suggestions:
      '["Ask for the order number (TW-…)", "Tracking: https://northern-courier.example/t/", "More than three days without a scan: open a search"]',
  },
  {
    name: 'wrong size',
    title: 'Exchange of size',
    suggestions: 'Free exchange for 30 days; the new size leaves at once, before the return is back.',
  },
  {
    name: 'is the boat running',
    title: 'Sailings today',
    suggestions:
      '["Answer first, details after", "Live status: https://gannet.example/status", "Tickets stay valid on the next boat"]',
  },
  {
    name: 'cancelled',
    title: 'Cancelled sailing',
    suggestions:
      'Full refund or next boat, the passenger chooses\nOvernight stay up to 90 € with receipt to claims@gannet.example',
  },
  { name: 'surfboard', title: 'Large luggage', suggestions: 'Seaplane up to 1.80 m. Longer boards go by ferry, 6 €.' },
  {
    name: 'wheelchair',
    title: 'Step-free travel',
    suggestions:
      '["Kittiwake: level gangway", "Fulmar: step of 20 cm, offer another sailing", "Tell the crew at the gate"]',
  },
  {
    name: 'late check-in',
    title: 'Arriving at night',
    suggestions: 'Night porter until 6:00\nBrass bell, right side of the door\nSandwiches in the lounge',
  },
  { name: 'gulls', title: 'Noise at the hotel', suggestions: 'Offer a courtyard room: 8, 12 or 14.' },
  { name: 'minibar', title: null, suggestions: 'Only rooms 15–30 have one. Check the room before you answer.' },
  {
    name: 'parking',
    title: 'Parking (hotel and city)',
    suggestions:
      '["Hotel garage: 2.05 m", "Fish market yard: 9 € a night, plugs", "City fines: number begins with 30-"]',
  },
  {
    name: 'dog',
    title: 'Dogs',
    suggestions: 'Hotel: yes, 8 €. Ferry: free, on a lead. Seaplane: crate. Town hall: ask the registrar.',
  },
  {
    name: 'IBAN',
    title: 'Account numbers',
    suggestions: 'Never repeat the number\nPoint to the secure form\nHide the message afterwards',
  },
  {
    name: 'card blocked',
    title: 'Blocked card',
    suggestions: '["App: red banner \\"Was this you?\\"", "Travel list", "Lost or stolen: 555-0101, day and night"]',
  },
  {
    name: 'frozen account',
    title: 'Phishing',
    suggestions: 'We never send links by text message. Ask: did you type anything? Block online access at once if so.',
  },
  { name: 'overdraft', title: 'Overdraft', suggestions: 'After three salaries, up to 300 €\n8.9 % a year' },
  {
    name: 'proof of address',
    title: 'Opening an account',
    suggestions:
      '["Utility bill", "or registration paper from the city office (rule 3b)", "Video identification until 20:00"]',
  },
  {
    name: 'foreign fee',
    title: null,
    suggestions: 'None in the euro area; refund if a foreign payment company billed it.',
  },
  {
    name: 'mooring',
    title: 'Moorings',
    suggestions: 'Ask for the permit number\nTell the place in the list\nSummer buoys do not cost the place',
  },
  {
    name: 'fine',
    title: 'Parking fine',
    suggestions:
      '["Photo of the ticket by the paper clip", "Objection within 14 days", "Reminder after a dismissal: void"]',
  },
  {
    name: 'street lamp',
    title: 'Broken lamp',
    suggestions: 'Street and house number, lamp number if readable (two letters, two digits).',
  },
  {
    name: 'register address',
    title: 'Registration',
    suggestions: 'Within 14 days\nForm W2 signed by the landlord\nNo appointment before noon',
  },
  {
    name: 'wedding',
    title: 'Weddings',
    suggestions: '["Papers not older than six months", "Sworn translation", "No rice: gulls"]',
  },
  {
    name: 'terrace',
    title: 'Café terrace',
    suggestions: 'Form E-3; 1.80 m must stay free; parasols up to 3 m included.',
  },
  {
    name: 'appointment',
    title: 'Appointments',
    suggestions:
      'Dr Varga: Mon–Wed, Fri\nInterpreter Pilar (Spanish): Tue, Thu\nMove free of charge until the evening before',
  },
  {
    name: 'results',
    title: 'Test results',
    suggestions: 'Never by chat. Portal, or letter in large type, or a call by the doctor on Thursday.',
  },
  {
    name: 'dizzy',
    title: 'Medical question',
    suggestions: '["Do not advise", "Nurse on duty: 555-0119", "Short of breath or fainting: 112"]',
  },
  {
    name: 'prescription',
    title: 'Collecting a prescription',
    suggestions: 'Form "Someone collects for me", valid for up to six months.',
  },
  {
    name: 'vaccination',
    title: 'Vaccination record',
    suggestions: 'Signed consent first, then ask the old practice\nCertificate for school in the meantime',
  },
  {
    name: 'swimming test',
    title: 'Children’s courses',
    suggestions: '25 m, Wednesday 14:00, with a lifejacket. Not ready? "Small Steps" group.',
  },
  {
    name: 'level test',
    title: 'Language level',
    suggestions: '["Repeat once, free", "Talk with Harriet, Thursday 19:00"]',
  },
  {
    name: 'capsize',
    title: 'Fear of water',
    suggestions: 'Inner basin for two mornings\nSafety boat always near\nHalf of the group was scared, too',
  },
  {
    name: 'save lost',
    title: 'Lost save game',
    suggestions:
      'Close the game at once\nTen older copies in the cloud folder\nRestore to slot 2, let the player choose "cloud"',
  },
  {
    name: 'black screen',
    title: 'Black screen after update',
    suggestions:
      '["Delete shader cache: Settings, Video", "Start with -safe", "If live on stream: roll back to 1.8.3 first, ask later"]',
  },
  {
    name: 'pearls',
    title: 'Purchases in the game',
    suggestions: 'There are none. If someone asked for money, get the address of the page.',
  },
  { name: '領収書', title: '領収書の発行', suggestions: '宛名と但し書きを伺う\nメールでPDFをお送りする' },
  {
    name: 'استرداد',
    title: 'استرداد المبلغ',
    suggestions: 'خمسة أيام عمل على البطاقة نفسها\nعند إلغاء الرحلة من جانبنا: كامل المبلغ',
  },
  {
    name: 'Rückgabe',
    title: 'Rückgabe',
    suggestions: '["30 Tage", "Etikett im Konto", "Erstattung fünf Werktage nach Eingang"]',
  },
  { name: 'gracias', title: 'Despedidas', suggestions: '¡A usted! Que tenga un buen día.' },
  { name: 'complaint', title: 'Complaint', suggestions: null },
];

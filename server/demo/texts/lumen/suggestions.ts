import type { SuggestedMessage, Suggestion } from '../../demo-tenant.ts';

const link = (content: string, url: string): SuggestedMessage => ({ kind: 'link', content, settings: { url } });
const buttons = (content: string, ...labels: string[]): SuggestedMessage => ({
  kind: 'buttons',
  content,
  settings: { labels },
});

/** Canned messages by business code. */
export const lumenSuggestions: Record<string, Suggestion[]> = {
  'lumen-solar': [
    [
      'A red light with 0x31 goes away by itself within half an hour in most cases.',
      'If it does not, please write to us again.',
    ],
    [
      'The app shows old values at the moment. Nothing is lost, they are loaded later.',
      link('Status', 'https://status.lumen.example'),
    ],
    ['Please switch off at the main switch and leave the room. Our duty engineer: 555-0180.'],
    ['You need not wash your panels. Rain does it.'],
    ['Der Techniker kommt zwischen 8 und 12 Uhr und ruft eine halbe Stunde vorher an.'],
    [
      'Which is your project number? It has four digits and stands on the label by the meter.',
      buttons('Or', 'I cannot find it'),
    ],
    ['Your share of sun this month:', link('Open the report', 'https://solar.lumen.example/report')],
  ],
  'lumen-home': [
    ['Turn the lamp off and on five times. When it blinks twice, it is ready.'],
    [
      'Switches whose number begins with 2403 are replaced free of charge.',
      'The new ones arrive paired with your home.',
    ],
    ['ありがとうございます。設定は自動で保存されます。'],
    [
      'More than 50 lamps? A radio group sends one message instead of many.',
      link('How to', 'https://home.lumen.example/pro/groups'),
    ],
    ['The lamp can be very quiet. The slider is below the foot.'],
    ['Você pode devolver em até 60 dias, sem explicar.'],
  ],
  'lumen-charge': [
    ['I am releasing the cable from here. Please lock and unlock the car, then pull within twenty seconds.'],
    ['Your card is blocked. The app works at once, the new card comes within three days.'],
    [
      'Das Lastmanagement teilt auf, was das Haus gerade übrig hat.',
      link('So funktioniert es', 'https://charge.lumen.example/de/lastmanagement'),
    ],
    ['Which post is it? The number begins with LC- and stands above the plug.', buttons('Or', 'Use my location')],
    ['चार्जिंग का पूरा रिकॉर्ड ऐप में "सत्र" के नीचे है।'],
    ['The session is free of charge; we are sorry for the trouble.'],
  ],
  sunward: [
    ['Welcome to the cooperative! Your first vote is at the general meeting on 14 March. There is soup.'],
    [
      'Network charges are the same with every supplier. Only the energy is ours.',
      link('Your bill explained', 'https://sunward.example/bill'),
    ],
    ['You can pay in up to three parts without interest.', buttons('How many?', 'Two', 'Three')],
    ['Proszę przesłać zdjęcie licznika, przeliczymy rachunek jeszcze dziś.'],
    ['Dividends are decided by the members each year and cannot be promised.'],
    ['يسعدنا انضمامك. سهم واحد يكفي، ويمكن دفعه على عشرة أشهر.', 'الأصوات متساوية مهما كان عدد الأسهم.'],
  ],
};

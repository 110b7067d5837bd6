import type { Keyword } from '../../demo-tenant.ts';

/** Keywords of Lumen's customers. */
export const lumenKeywords: Keyword[] = [
  {
    name: '0x31',
    title: 'Grid voltage too high',
    suggestions:
      'Reconnects by itself every five minutes\nMore than twice a week: ask the grid operator for another limit',
  },
  {
    name: 'iso fault',
    title: 'Insulation fault',
    suggestions: 'Leave it off. No cables on the roof side. Technician within three days.',
  },
  {
    name: 'burnt smell',
    title: 'Danger',
    suggestions: '["Main switch off, leave the room", "Fire brigade 112 if smoke", "Call the duty engineer: 555-0180"]',
  },
  {
    name: '0 kWh',
    title: 'No data in the app',
    suggestions: 'Values are kept in the inverter and loaded later; nothing is lost.',
  },
  { name: 'hail', title: 'Storm damage', suggestions: 'Insurance, with our report\nSwitch the string off from here' },
  {
    name: 'battery size',
    title: 'Which battery',
    suggestions: 'Use between sunset and sunrise × 1.3. Do not sell more.',
  },
  {
    name: 'pairing',
    title: 'Pairing a lamp',
    suggestions: '["Off and on five times", "Two blinks", "Phone within one metre"]',
  },
  { name: 'CR2032', title: 'Switch battery', suggestions: 'Series 2403: replace the switch, free of charge.' },
  {
    name: 'charged twice',
    title: 'Double session',
    suggestions: 'Look for two sessions in the same minute\nCancel the second',
  },
  {
    name: 'cable stuck',
    title: 'Cable does not let go',
    suggestions: '["Release from the console", "Lock and unlock the car", "Pull within 20 s"]',
  },
  { name: 'roaming', title: 'Charging abroad', suggestions: 'A switch on the account; new cards start without it.' },
  { name: 'Abschlag', title: 'Abschlag ändern', suggestions: 'Zum nächsten Ersten\nAb 10 € Unterschied sinnvoll' },
  { name: 'dividend', title: 'Dividend', suggestions: 'Never promise. Last five years: 1.5 % to 3.8 %, once nothing.' },
  { name: 'shares', title: 'Passing on shares', suggestions: 'Within the family only; form M-2; the board confirms.' },
  { name: 'noise', title: null, suggestions: null },
];

import type { DemoTenant } from '../../demo-tenant.ts';
import { chargeRooms } from './charge.ts';
import { coopRooms } from './coop.ts';
import { homeRooms } from './home.ts';
import { lumenKeywords } from './keywords.ts';
import { lumenPeople } from './people.ts';
import { solarRooms } from './solar.ts';
import { lumenStaffRooms } from './staff-rooms.ts';
import { lumenSuggestions } from './suggestions.ts';

/** Lumen, an energy company. None of its content could be mistaken for the harbour's. */
export const lumen: DemoTenant = {
  name: 'lumen',
  title: 'Lumen',
  color: '#b45309',
  hosts: ['lumen.localhost'],
  host: 'lumen.localhost',
  people: lumenPeople,
  staffRooms: lumenStaffRooms,
  keywords: lumenKeywords,
  clients: [
    {
      code: 'lumen-solar',
      title: 'Lumen Solar',
      hasGuestCss: true,
      rooms: solarRooms,
      suggestions: lumenSuggestions['lumen-solar'] ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'de', 'it', 'he'],
        theme: 'day',
        show_live_power: true,
        emergency_phone: '555-0180',
        allowed_origins: ['https://solar.lumen.example'],
      },
    },
    {
      code: 'lumen-home',
      title: 'Lumen Home',
      hasGuestCss: false,
      rooms: homeRooms,
      suggestions: lumenSuggestions['lumen-home'] ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'ja', 'fr', 'pt'],
        theme: 'night',
        collect: ['firmware', 'hub_id'],
        allowed_origins: ['https://home.lumen.example', 'app://lumen-home'],
      },
    },
    {
      code: 'lumen-charge',
      title: 'Lumen Charge',
      hasGuestCss: false,
      rooms: chargeRooms,
      suggestions: lumenSuggestions['lumen-charge'] ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'de', 'hi'],
        quick_actions: ['release_cable', 'double_charge'],
        position: 'fullscreen',
        allowed_origins: ['https://charge.lumen.example'],
      },
    },
    {
      code: 'sunward',
      title: 'Sunward Energy Cooperative',
      hasGuestCss: false,
      rooms: coopRooms,
      suggestions: lumenSuggestions.sunward ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'pl', 'zh', 'ar'],
        members_only: false,
        office_hours: { time_zone: 'Europe/Warsaw', weekdays: '09:00-17:00' },
        allowed_origins: ['https://sunward.example'],
      },
    },
  ],
};

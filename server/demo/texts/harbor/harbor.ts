import type { DemoTenant } from '../../demo-tenant.ts';
import { breakwaterRooms } from './breakwater.ts';
import { driftglassRooms } from './driftglass.ts';
import { gannetRooms } from './gannet.ts';
import { harborKeywords } from './keywords.ts';
import { lanternRooms } from './lantern.ts';
import { merrowRooms } from './merrow.ts';
import { harborPeople } from './people.ts';
import { portElleryRooms } from './port-ellery.ts';
import { quaysideRooms } from './quayside.ts';
import { harborStaffRooms } from './staff-rooms.ts';
import { harborSuggestions } from './suggestions.ts';
import { tidewaterRooms } from './tidewater.ts';

/** The Harbour Desk, which answers visitors for eight businesses of a port town. */
export const harbor: DemoTenant = {
  name: 'harbor',
  title: 'The Harbour Desk',
  color: '#0f766e',
  hosts: ['localhost', '127.0.0.1', '[::1]', 'harbor.localhost'],
  host: '127.0.0.1',
  people: harborPeople,
  staffRooms: harborStaffRooms,
  keywords: harborKeywords,
  clients: [
    {
      code: 'tidewater',
      title: 'Tidewater Goods',
      hasGuestCss: true,
      rooms: tidewaterRooms,
      suggestions: harborSuggestions.tidewater ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'de', 'es', 'pl', 'ja', 'he', 'zh'],
        position: 'bottom-end',
        accent_color: '#d9480f',
        welcome_message: 'Ahoy! Is it about an order, or do you need a part?',
        allowed_origins: ['https://tidewater.example', 'https://saltbox.tidewater.example'],
        ask_for: { order_number: true, email: false },
        office_hours: { time_zone: 'Europe/Lisbon', weekdays: '08:00-20:00', saturday: '09:00-14:00', sunday: null },
      },
    },
    {
      code: 'merrow-bank',
      title: 'Merrow Savings Bank',
      hasGuestCss: false,
      rooms: merrowRooms,
      suggestions: harborSuggestions['merrow-bank'] ?? [],
      settings: {
        locale: 'en',
        position: 'bottom-end',
        accent_color: '#0f5132',
        welcome_message: 'Good day. Please do not write account numbers here.',
        allowed_origins: ['https://merrow.example'],
        require_login: true,
        mask_patterns: ['iban', 'card_number'],
        transcript_by_email: false,
        retention_days: 3650,
      },
    },
    {
      code: 'lantern-clinic',
      title: 'Lantern Street Clinic',
      hasGuestCss: false,
      rooms: lanternRooms,
      suggestions: harborSuggestions['lantern-clinic'] ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'de', 'es'],
        position: 'inline',
        font_size: 18,
        accent_color: '#1d5d73',
        welcome_message: 'Appointments and papers. In an emergency call 112.',
        allowed_origins: ['https://lantern-clinic.example'],
        require_login: true,
        attachments: false,
        retention_days: 90,
      },
    },
    {
      code: 'driftglass',
      title: 'Driftglass Games',
      hasGuestCss: true,
      rooms: driftglassRooms,
      suggestions: harborSuggestions.driftglass ?? [],
      settings: {
        locale: 'en',
        position: 'fullscreen',
        accent_color: '#ff6b6b',
        welcome_message: 'Click clack! What is broken?',
        allowed_origins: ['https://driftglass.example', 'https://forum.driftglass.example'],
        sound: { on_message: 'crab', volume: 0.4 },
        collect: ['game_version', 'platform', 'graphics'],
        bots: { enabled: true, hand_over_after: 2 },
      },
    },
    {
      code: 'port-ellery',
      title: 'Port Ellery City Office',
      hasGuestCss: false,
      rooms: portElleryRooms,
      suggestions: harborSuggestions['port-ellery'] ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'ar', 'pt', 'de'],
        position: 'inline',
        accent_color: '#003f87',
        queue: { show_position: true, show_minutes: true },
        departments: ['registration', 'parking', 'moorings', 'works', 'weddings'],
        allowed_origins: ['https://port-ellery.example'],
        office_hours: { time_zone: 'Europe/Lisbon', weekdays: '08:00-16:00', saturday: null, sunday: null },
      },
    },
    {
      code: 'quayside-school',
      title: 'Quayside School',
      hasGuestCss: false,
      rooms: quaysideRooms,
      suggestions: harborSuggestions['quayside-school'] ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'fr', 'pt'],
        position: 'bottom-start',
        accent_color: '#e63946',
        welcome_message: 'Hello! Would you like to sail, or to learn a language?',
        allowed_origins: ['https://quayside-school.example'],
        show_avatar: true,
      },
    },
    {
      code: 'breakwater',
      title: 'The Breakwater Hotel',
      hasGuestCss: true,
      rooms: breakwaterRooms,
      suggestions: harborSuggestions.breakwater ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'fr', 'ja'],
        position: 'bottom-end',
        accent_color: '#8c6d2f',
        welcome_message: 'Good evening. How may we make your stay easier?',
        allowed_origins: ['https://breakwater.example'],
        show_avatar: false,
        channels: { whatsapp: true, line: true },
      },
    },
    {
      code: 'gannet',
      title: 'Gannet Air & Ferries',
      hasGuestCss: false,
      rooms: gannetRooms,
      suggestions: harborSuggestions.gannet ?? [],
      settings: {
        locale: 'en',
        locales: ['en', 'ar', 'fr', 'pt', 'hi'],
        position: 'bottom-end',
        accent_color: '#ffcf33',
        welcome_message: 'Where to?',
        allowed_origins: ['https://gannet.example', 'https://m.gannet.example'],
        status_banner: { source: 'sailings', refresh_seconds: 60 },
        channels: { whatsapp: true, telegram: true, sms: '555-0167' },
      },
    },
  ],
};

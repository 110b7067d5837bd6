import type { Person } from '../../demo-tenant.ts';

/** The Harbour Desk: twelve people who answer for eight businesses of Port Ellery. */
export const harborPeople: Person[] = [
  { key: 'tomas', name: 'Tomás Vieira', role: 'agent', isDemo: true },
  { key: 'mina', name: 'Mina Haddad', role: 'reviewer', isDemo: true },
  { key: 'kwame', name: 'Kwame Boateng', role: 'reviewer', isDemo: true },
  { key: 'ingrid', name: 'Ingrid Solheim', role: 'supervisor', isDemo: true },
  { key: 'yuki', name: 'Yuki Tanabe', role: 'admin', isDemo: true },
  { key: 'weiting', name: '陳瑋婷 Chen Wei-Ting', role: 'reviewer' },
  { key: 'priya', name: 'Priya Raman', role: 'agent' },
  { key: 'luca', name: 'Luca Ferrante', role: 'agent' },
  { key: 'aoife', name: 'Aoife Brennan', role: 'agent' },
  { key: 'dmytro', name: 'Dmytro Kovalenko', role: 'agent' },
  { key: 'zeynep', name: 'Zeynep Arslan', role: 'agent' },
  { key: 'nomvula', name: 'Nomvula Dlamini', role: 'agent' },
];

import type { Person } from '../../demo-tenant.ts';

/** The people who answer for Lumen's solar, home and charging customers and for the Sunward cooperative. */
export const lumenPeople: Person[] = [
  { key: 'sofia', name: 'Sofia Lindqvist', role: 'agent', isDemo: true },
  { key: 'rafael', name: 'Rafael Monteiro', role: 'reviewer', isDemo: true },
  { key: 'anjali', name: 'Anjali Deshpande', role: 'reviewer', isDemo: true },
  { key: 'femi', name: 'Femi Adeyemi', role: 'supervisor', isDemo: true },
  { key: 'greta', name: 'Greta Baumann', role: 'admin', isDemo: true },
  { key: 'jonas', name: 'Jonas Petrauskas', role: 'agent' },
];

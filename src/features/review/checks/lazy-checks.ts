import { part } from '#src/ui/lazy-component.tsx';

const load = async () => (await import('./parts-of-checks.tsx')).partsOfChecks;
export const DraftChecks = part(async () => (await load()).DraftChecks);
export const QueueChecks = part(async () => (await load()).QueueChecks);

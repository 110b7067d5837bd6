import { lazyComponent } from '#src/ui/lazy-component.tsx';

const load = async () => (await import('./check-components.tsx')).checkComponents;
export const DraftChecks = lazyComponent(async () => (await load()).DraftChecks);
export const QueueChecks = lazyComponent(async () => (await load()).QueueChecks);

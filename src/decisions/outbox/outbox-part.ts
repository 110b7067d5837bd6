import { patiently } from '#src/lib/patiently.ts';
import { part } from '#src/ui/part.tsx';

/** The strip with what has been decided: nothing to show before the first decision. */
export const OutboxStrip = part(async () => (await patiently(() => import('./outbox-strip.tsx'))).OutboxStrip);

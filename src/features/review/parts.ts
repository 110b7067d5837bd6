import { after, retryWithBackoff } from '#src/lib/delay.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { loadDelivery } from '#src/outbox/decision-outbox.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { part } from '#src/ui/lazy-component.tsx';

const load = async () => (await import('./after-start.tsx')).partsAfterStart;
const loadWithRetry = () => retryWithBackoff(load);

/** Lazy components that the first screen does not need. */
export const Conversation = part(async () => (await loadWithRetry()).Conversation);
export const DraftsOfRoom = part(async () => (await loadWithRetry()).DraftsOfRoom);
export const QueueNotices = part(async () => (await loadWithRetry()).QueueNotices);
// A failure to load these is shown: the user has asked for them, or needs what they say.
export const DecisionFailure = part(async () => (await load()).DecisionFailure);
export const EditForm = part(async () => (await load()).EditForm);
export const FilterControl = part(async () => (await load()).FilterControl);
export const ReasonForm = part(async () => (await load()).ReasonForm);
export const SelectionBar = part(async () => (await load()).SelectionBar);
export const Verdict = part(async () => (await load()).Verdict);
// Shown once the checks have found something, so their code is loaded.
export const RowMark = part(async () => (await import('./checks/parts-of-checks.tsx')).partsOfChecks.RowMark);
export const MarkRead = part(async () => (await import('./draft/mark-read.tsx')).MarkRead);
export const MoreFields = part(async () => (await import('#src/form/more-fields.tsx')).MoreFields);

const IDLE_MS = 2000;

/** Preloads chunks that a shortcut or an error may need next. A failed import is retried on use. */
export function preloadParts(): Promise<unknown> {
  const next = [ReasonForm, EditForm, DecisionFailure, SelectionBar, FilterControl, Verdict, RequestError];
  return Promise.allSettled(next.map(({ fetchCode }) => fetchCode()));
}

/** Preloads them after the first screen, while the service is reachable; the code that sends decisions comes first. */
export function usePreloadParts(): void {
  const isFirstScreen = useStore(isInitialRender);
  useAfterChange(!isFirstScreen || undefined, () => {
    void loadDelivery();
    return after(IDLE_MS, () => void preloadParts());
  });
}

import { after, retryWithBackoff } from '#src/lib/delay.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { OtherFilters } from '#src/list/filter-bar.tsx';
import { loadDelivery } from '#src/outbox/decision-outbox.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { part } from '#src/ui/lazy-component.tsx';

const load = async () => (await import('./after-start.tsx')).partsAfterStart;
const loadWithRetry = () => retryWithBackoff(load);

/** Lazy components that the first screen does not need. */
export const BarPlace = part(async () => (await loadWithRetry()).BarPlace);
export const DraftBrief = part(async () => (await loadWithRetry()).DraftBrief);
export const DraftFacts = part(async () => (await loadWithRetry()).DraftFacts);
export const EarlierMessages = part(async () => (await loadWithRetry()).EarlierMessages);
export const EmptyQueue = part(async () => (await loadWithRetry()).EmptyQueue);
export const KeywordSource = part(async () => (await loadWithRetry()).KeywordSource);
export const LaterMessages = part(async () => (await loadWithRetry()).LaterMessages);
export const ListedDraft = part(async () => (await loadWithRetry()).ListedDraft);
export const QueueCount = part(async () => (await loadWithRetry()).QueueCount);
export const QueueFollower = part(async () => (await loadWithRetry()).QueueFollower);
export const QueueNotices = part(async () => (await loadWithRetry()).QueueNotices);
export const UnderlinedText = part(async () => (await loadWithRetry()).UnderlinedText);
export const WhyNot = part(async () => (await loadWithRetry()).WhyNot);
// A failure to load these is shown: the user has asked for them, or needs what they say.
export const AboveBar = part(async () => (await load()).AboveBar);
export const EditForm = part(async () => (await load()).EditForm);
export const RecentButton = part(async () => (await loadWithRetry()).RecentButton);
export const RowFailure = part(async () => (await load()).RowFailure);
export const SelectionBar = part(async () => (await load()).SelectionBar);
// Shown once the checks have found something, so their code is loaded.
export const RowMark = part(async () => (await import('./checks/parts-of-checks.tsx')).partsOfChecks.RowMark);
// For fingers and narrow windows.
export const PhoneReview = part(
  async () => (await retryWithBackoff(() => import('./phone/phone-review.tsx'))).PhoneReview,
);

/** Calls functions that the first screen does not need. */
export const withParts = async (use: (parts: Awaited<ReturnType<typeof load>>) => void): Promise<void> =>
  use(await loadWithRetry());

const IDLE_MS = 2000;

/** Preloads chunks that a shortcut or an error may need next. A failed import is retried on use. */
export function preloadParts(): Promise<unknown> {
  const next = [AboveBar, EditForm, RowFailure, SelectionBar, OtherFilters, RequestError];
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

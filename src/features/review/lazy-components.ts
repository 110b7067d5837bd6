import { after, retryWithBackoff } from '#src/lib/delay.ts';
import { isInitialRender } from '#src/lib/initial-render.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { OtherFilters } from '#src/list/filter-bar.tsx';
import { loadDelivery } from '#src/outbox/decision-outbox.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { lazyComponent, requestedComponent } from '#src/ui/lazy-component.tsx';

const load = async () => (await import('./after-start.tsx')).partsAfterStart;

/** Lazy components that the first screen does not need. */
export const BarPlace = lazyComponent(async () => (await load()).BarPlace);
export const DraftBrief = lazyComponent(async () => (await load()).DraftBrief);
export const DraftFacts = lazyComponent(async () => (await load()).DraftFacts);
export const EarlierMessages = lazyComponent(async () => (await load()).EarlierMessages);
export const EmptyQueue = lazyComponent(async () => (await load()).EmptyQueue);
export const KeywordSource = lazyComponent(async () => (await load()).KeywordSource);
export const LaterMessages = lazyComponent(async () => (await load()).LaterMessages);
export const ListedDraft = lazyComponent(async () => (await load()).ListedDraft);
export const QueueCount = lazyComponent(async () => (await load()).QueueCount);
export const QueueFollower = lazyComponent(async () => (await load()).QueueFollower);
export const QueueNotices = lazyComponent(async () => (await load()).QueueNotices);
export const RecentButton = lazyComponent(async () => (await load()).RecentButton);
export const UnderlinedText = lazyComponent(async () => (await load()).UnderlinedText);
export const WhyNot = lazyComponent(async () => (await load()).WhyNot);
// A failure to load these is shown: the user has asked for them, or needs what they say.
export const AboveBar = requestedComponent(async () => (await load()).AboveBar);
export const EditForm = requestedComponent(async () => (await load()).EditForm);
export const RowFailure = requestedComponent(async () => (await load()).RowFailure);
export const SelectionBar = requestedComponent(async () => (await load()).SelectionBar);
// Shown once the checks have found something, so their code is loaded.
export const RowMark = lazyComponent(
  async () => (await import('./checks/check-components.tsx')).checkComponents.RowMark,
);
// For fingers and narrow windows.
export const PhoneReview = lazyComponent(async () => (await import('./phone/phone-review.tsx')).PhoneReview);

/** Calls functions that the first screen does not need. */
export const withParts = async (use: (parts: Awaited<ReturnType<typeof load>>) => void): Promise<void> =>
  use(await retryWithBackoff(load));

const IDLE_MS = 2000;

/** Preloads chunks that a shortcut or an error may need next. A failed import is retried on use. */
export function preloadParts(): Promise<unknown> {
  const next = [AboveBar, EditForm, RowFailure, SelectionBar, OtherFilters, RequestError];
  return Promise.allSettled(next.map(({ preload }) => preload()));
}

/** Preloads them after the first screen, while the service is reachable; the code that sends decisions comes first. */
export function usePreloadParts(): void {
  const isFirstScreen = useStore(isInitialRender);
  useAfterChange(!isFirstScreen || undefined, () => {
    void loadDelivery();
    return after(IDLE_MS, () => void preloadParts());
  });
}

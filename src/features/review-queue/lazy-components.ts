import type { ComponentType } from 'react';
import { after, retryWithBackoff } from '#src/lib/delay.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { OtherFilters } from '#src/list/filter-bar.tsx';
import { loadDelivery } from '#src/outbox/decision-outbox.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { lazyComponent, requestedComponent } from '#src/ui/lazy-component.tsx';

const load = async () => (await import('../review/after-start.tsx')).partsAfterStart;
type Parts = Awaited<ReturnType<typeof load>>;
const late = <Props extends object>(pick: (parts: Parts) => ComponentType<Props>) =>
  lazyComponent(async () => pick(await load()));

/** Lazy components that the first screen does not need. */
export const QueuePosition = late((parts) => parts.QueuePosition);
export const DraftHeader = late((parts) => parts.DraftHeader);
export const DraftFacts = late((parts) => parts.DraftFacts);
export const EarlierMessages = late((parts) => parts.EarlierMessages);
export const EmptyQueue = late((parts) => parts.EmptyQueue);
export const KeywordIndexLoader = late((parts) => parts.KeywordIndexLoader);
export const LaterMessages = late((parts) => parts.LaterMessages);
export const OpenDraftGuard = late((parts) => parts.OpenDraftGuard);
export const QueueCount = late((parts) => parts.QueueCount);
export const QueueEffects = late((parts) => parts.QueueEffects);
export const QueueNotices = late((parts) => parts.QueueNotices);
export const RecentButton = late((parts) => parts.RecentButton);
export const UnderlinedText = late((parts) => parts.UnderlinedText);
export const DecisionBlockedNotice = late((parts) => parts.DecisionBlockedNotice);
// A failed load of these throws, because the user has asked for them or needs their content.
export const AboveBar = requestedComponent(async () => (await load()).AboveBar);
export const EditForm = requestedComponent(async () => (await load()).EditForm);
export const RowFailure = requestedComponent(async () => (await load()).RowFailure);
export const SelectionBar = requestedComponent(async () => (await load()).SelectionBar);
// Shown only after a check has found something, when the chunk of the checks is loaded anyway.
export const RowMark = lazyComponent(async () => (await import('../review-checks/check-components.tsx')).RowMark);
// For touch devices and narrow windows.
export const PhoneReview = lazyComponent(async () => (await import('../review/phone/phone-review.tsx')).PhoneReview);

/** Says why a key can't act, once the code for it is loaded. */
export const explainBlockedAction = async (...given: Parameters<Parts['explainBlockedAction']>): Promise<void> =>
  (await retryWithBackoff(load)).explainBlockedAction(...given);

const IDLE_MS = 2000;

/** Preloads chunks that a shortcut or an error may need next. A failed import is retried on use. */
export function preloadLazyChunks(): Promise<unknown> {
  const next = [AboveBar, EditForm, RowFailure, SelectionBar, OtherFilters, RequestError];
  return Promise.allSettled(next.map(({ preload }) => preload()));
}

/** Preloads these chunks after the first screen, while the service is reachable; first the code to send decisions. */
export function usePreloadChunks(): void {
  const isFirstScreen = useInitialRender();
  useAfterChange(!isFirstScreen || undefined, () => {
    void loadDelivery();
    return after(IDLE_MS, () => void preloadLazyChunks());
  });
}

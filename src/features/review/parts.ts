import { useEffect } from 'react';
import { RequestError } from '#src/crud/request-error.tsx';
import { loadDelivery } from '#src/decisions/outbox/decision-outbox.ts';
import { patiently } from '#src/lib/patiently.ts';
import { isStarting } from '#src/lib/starting.ts';
import { useStore } from '#src/lib/store.ts';
import { part } from '#src/ui/part.tsx';

/** Lazy components that the first screen does not need. */
export const Conversation = part(
  async () => (await patiently(() => import('#src/records/conversation/conversation.tsx'))).Conversation,
);
export const DecisionFailure = part(async () => (await import('./draft/decision-failure.tsx')).DecisionFailure);
export const DraftsOfRoom = part(async () => (await import('./draft/drafts-of-room.tsx')).DraftsOfRoom);
export const EditForm = part(async () => (await import('./draft/edit-form.tsx')).EditForm);
export const FilterControl = part(async () => (await import('#src/crud/filter-control.tsx')).FilterControl);
export const FilteredHere = part(async () => (await patiently(() => import('./queue/filtered-here.tsx'))).FilteredHere);
export const MarkRead = part(async () => (await import('./draft/mark-read.tsx')).MarkRead);
export const MoreFields = part(async () => (await import('#src/crud/more-fields.tsx')).MoreFields);
export const ReasonForm = part(async () => (await import('#src/decisions/reason-form.tsx')).ReasonForm);
export const SelectionBar = part(async () => (await import('./bulk/selection-bar.tsx')).SelectionBar);
export const Verdict = part(async () => (await import('#src/records/drafts/verdict.tsx')).Verdict);

const IDLE_MS = 2000;

/** Preloads chunks that a shortcut or an error may need next. A failed import is retried on use. */
export function fetchPartsAhead(): Promise<unknown> {
  const next = [ReasonForm, EditForm, DecisionFailure, SelectionBar, FilterControl, Verdict, RequestError];
  return Promise.allSettled(next.map(({ fetchCode }) => fetchCode()));
}

/** Preloads them after the first screen, while the service is reachable; the code that sends decisions comes first. */
export function usePartsAhead(): void {
  const isFirstScreen = useStore(isStarting);
  useEffect(() => {
    if (isFirstScreen) return;
    void loadDelivery();
    const timer = setTimeout(() => void fetchPartsAhead(), IDLE_MS);
    return () => clearTimeout(timer);
  }, [isFirstScreen]);
}

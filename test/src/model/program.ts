import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { connection, followOtherTabs, signIn } from '#src/api/connection.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { reauthPrompt, settleReauth } from '#src/api/sign-in/reauthenticate.ts';
import { save } from '#src/api/tenant/writes.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { createDraftStorage, type DraftStorage } from '#src/form/draft/draft-storage.ts';
import { type Baseline, baselineOf, changedFieldNames, parseStoredValues } from '#src/form/form-values.ts';
import { saveRecord } from '#src/form/save-record.ts';
import { isRecord, isText } from '#src/lib/json.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { createDecision, rejectTextKey } from '#src/outbox/create-decision.ts';
import { enqueueDecisions, loadDelivery, undoDecisions } from '#src/outbox/decision-outbox.ts';
import { claimDecisions, findOrphans } from '#src/outbox/outbox-recovery.tsx';
import { batchOf, readOutbox } from '#src/outbox/outbox-store.ts';
import { onOutcome } from '#src/outbox/resolve-decisions.ts';

// Pages load this chunk right after the first screen.
await loadDelivery();

export type Program = ReturnType<typeof startProgram>;

/** The logic of a dashboard page for drafts and a keyword, without UI, built on the production modules. */
export function startProgram() {
  followOtherTabs(() => settleReauth(connection.get()));
  const shown = new Map<string, Draft>();
  const reasons = new Map<string, { store: DraftStorage; found: string }>();

  /** Opens the reason form once; returns its store and the draft it found. */
  const reasonOf = (id: string) => {
    const known = reasons.get(id);
    if (known) return known;
    const store = createDraftStorage(rejectTextKey(id));
    const found = store.read(isText) ?? '';
    store.attach();
    const opened = { store, found };
    reasons.set(id, opened);
    return opened;
  };
  return {
    tabId,
    signIn,
    connection,
    claimDecisions,
    findOrphans,
    /** Undoes the newest pending decision or batch, and returns it. */
    undoLast: () => {
      const key = connection.get()?.key;
      const waiting = readOutbox().filter((entry) => entry.state === 'waiting' && entry.connectionKey === key);
      return undoDecisions([...Map.groupBy(waiting, batchOf).values()].at(-1) ?? []);
    },
    onOutcome,
    readOutbox,
    /** Answers a pending re-authentication prompt. */
    answerQuestion: (origin: string, token: string) => {
      if (reauthPrompt.get()) settleReauth(signIn(origin, token));
    },
    look: async (id: string) => {
      const { row } = await queryClient.query({ ...oneQuery(drafts, id), staleTime: 0 });
      shown.set(id, row);
    },
    reasonOf,
    /** Decides on a draft that the page shows as open. Returns whether the decision was accepted. */
    decide: (id: string, kind: 'approve' | 'reject', comment: string) => {
      const draft = shown.get(id);
      if (!draft || !isInReview(draft) || readOutbox().some(({ draftId }) => draftId === id)) return false;
      enqueueDecisions([createDecision(draft, kind, { comment })], `Draft ${id}`);
      return true;
    },
    openKeyword,
  };
}

export type KeywordForm = Awaited<ReturnType<typeof openKeyword>>;

/** The title of a keyword in its form, with the same draft handling as the form's hook. */
async function openKeyword(id: string) {
  const { row } = await queryClient.query({ ...oneQuery(keywords, id), staleTime: 0 });
  const store = createDraftStorage(`${keywords.type}.${id}.form`);
  const kept = store.read(isRecord);
  let original: Baseline<typeof keywords> = baselineOf(keywords, row);
  let values = { ...original.values, ...parseStoredValues(keywords, kept?.values, false) };
  if (typeof kept?.version === 'string') original = { ...original, version: kept.version };
  store.attach();

  const keep = () => {
    const names = changedFieldNames(values, original.values);
    const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name]]));
    const typed = { values: pick(values), before: pick(original.values), version: original.version };
    store.write(names.length > 0 ? typed : undefined);
  };
  return {
    found: String(values.key_title),
    text: () => String(values.key_title),
    isChanged: () => values.key_title !== original.values.key_title,
    type: (title: string) => {
      values = { ...values, key_title: title };
      keep();
    },
    /** Overwrites a conflicting version; returns the acknowledged title. */
    save: async (): Promise<string | undefined> => {
      const sent = values;
      const from = connection.get();
      const outcome = await saveRecord(keywords, (input) => save(keywords, input, from), sent, original);
      // The conflict has been shown to the user, so the next save may overwrite the other version.
      if (outcome.kind === 'conflict') original = baselineOf(keywords, outcome.theirs);
      if (outcome.kind !== 'saved') return undefined;
      original = baselineOf(keywords, outcome.row);
      if (values === sent) store.forget();
      else keep();
      return String(sent.key_title);
    },
  };
}

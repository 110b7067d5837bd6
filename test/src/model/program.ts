import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { connection, followOtherTabs, signIn } from '#src/api/connection.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { answerSignIn, signInQuestion } from '#src/api/sign-in-again.ts';
import { save } from '#src/api/write-record.ts';
import { changedNames, readKeptValues } from '#src/crud/form-values.ts';
import { type Original, originalOf } from '#src/crud/original.ts';
import { saveRecord } from '#src/crud/save-record.ts';
import { createTypedStore, type TypedStore } from '#src/crud/typed-store.ts';
import { decisionOn } from '#src/decisions/decision-on.ts';
import { adopt, decide, loadDelivery, undoLastDecision } from '#src/decisions/outbox/decision-outbox.ts';
import { onOutcome } from '#src/decisions/outbox/decision-outcomes.ts';
import { findOrphans } from '#src/decisions/outbox/outbox-orphans.ts';
import { readOutbox } from '#src/decisions/outbox/outbox-store.ts';
import { rejectTextKey } from '#src/decisions/typed-texts.ts';
import { isRecord, isText } from '#src/lib/json.ts';
import { tabId } from '#src/lib/tab.ts';
import { type Draft, isInReview } from '#src/records/drafts/draft.ts';

// As a page does right after its first screen.
await loadDelivery();

export type Program = ReturnType<typeof startProgram>;

/** What a page of the dashboard does about drafts and a keyword, without its looks: all of it by the code that pages use. */
export function startProgram() {
  followOtherTabs(() => answerSignIn(connection.get()));
  const shown = new Map<string, Draft>();
  const reasons = new Map<string, { store: TypedStore; found: string }>();

  /** The form for a reason, opened once; gives what it held then. */
  const reasonOf = (id: string) => {
    const known = reasons.get(id);
    if (known) return known;
    const store = createTypedStore(rejectTextKey(id));
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
    adopt,
    findOrphans,
    undoLastDecision,
    onOutcome,
    readOutbox,
    /** Answers the question for a new token where it stands. */
    answerQuestion: (origin: string, token: string) => {
      if (signInQuestion.get()) answerSignIn(signIn(origin, token));
    },
    look: async (id: string) => {
      const { row } = await queryClient.query({ ...oneQuery(drafts, id), staleTime: 0 });
      shown.set(id, row);
    },
    reasonOf,
    /** Takes a decision on a draft that the page shows as open. Gives whether it was taken. */
    decide: (id: string, kind: 'approve' | 'reject', comment: string) => {
      const draft = shown.get(id);
      if (!draft || !isInReview(draft) || readOutbox().some(({ draftId }) => draftId === id)) return false;
      decide([decisionOn(draft, kind, { comment })], `Draft ${id}`);
      return true;
    },
    openKeyword,
  };
}

export type KeywordForm = Awaited<ReturnType<typeof openKeyword>>;

/** The title of a keyword in its form, as the form's own hook deals with it. */
async function openKeyword(id: string) {
  const { row } = await queryClient.query({ ...oneQuery(keywords, id), staleTime: 0 });
  const store = createTypedStore(`${keywords.type}.${id}.form`);
  const kept = store.read(isRecord);
  let original: Original<typeof keywords> = originalOf(keywords, row);
  let values = { ...original.values, ...readKeptValues(keywords, kept?.values, false) };
  if (typeof kept?.version === 'string') original = { ...original, version: kept.version };
  store.attach();

  const keep = () => {
    const names = changedNames(values, original.values);
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
    /** Saves over whatever was found before; gives what was acknowledged. */
    save: async (): Promise<string | undefined> => {
      const sent = values;
      const from = connection.get();
      const outcome = await saveRecord(keywords, (input) => save(keywords, input, from), sent, original);
      // Whoever sees that somebody else has saved it says by the next save that theirs may go.
      if (outcome.kind === 'conflict') original = originalOf(keywords, outcome.theirs);
      if (outcome.kind !== 'saved') return undefined;
      original = originalOf(keywords, outcome.row);
      if (values === sent) store.forget();
      else keep();
      return String(sent.key_title);
    },
  };
}

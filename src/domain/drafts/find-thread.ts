import { foldText } from '../keywords/fold-text.ts';
import type { Draft } from './draft.ts';

/** A version of a draft. */
export interface ThreadEntry {
  draft: Draft;
  /** `likely`: not linked, but its author wrote nearly the same text again after the verdict. */
  revises: 'linked' | 'likely' | undefined;
}

/** Id of the draft that this one revises, as stored with it by the dashboard. */
function revisedId({ settings, id }: Draft): string | undefined {
  const { revises } = settings;
  return (typeof revises === 'string' || typeof revises === 'number') && String(revises) !== id
    ? String(revises)
    : undefined;
}

/** Smallest share of common words for a later text to count as a revision. */
const ALIKE = 0.5;

/** The open draft with its earlier and later versions, oldest first. `others`: drafts of the same author. */
export function findThread(open: Draft, others: readonly Draft[]): ThreadEntry[] {
  const isSamePlace = ({ one }: Draft) =>
    one.room?.id === open.one.room?.id && isSame(one.created_user?.id, open.one.created_user?.id);
  const rows = [open, ...others.filter((row) => row.id !== open.id && isSamePlace(row))].sort(byAge);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const linked = new Set(rows.map(revisedId));
  const parents = new Map(
    rows.map((row) => {
      const id = revisedId(row);
      if (id !== undefined) return [row.id, byId.get(id)] as const;
      const earlier = rows.filter((other) => !linked.has(other.id) && isLikely(other, row));
      return [row.id, earlier.at(-1)] as const;
    }),
  );
  const first = firstOf(open, parents);
  return rows
    .filter((row) => firstOf(row, parents) === first)
    .map((draft) => ({
      draft,
      revises: parents.get(draft.id) && (revisedId(draft) === undefined ? 'likely' : 'linked'),
    }));
}

/** An unknown author matches any other: a service may not report the author of a draft. */
const isSame = (one: string | undefined, other: string | undefined) =>
  one === undefined || other === undefined || one === other;

const byAge = (a: Draft, b: Draft) => a.created_at_unix - b.created_at_unix || Number(a.id) - Number(b.id);

/** The first version; links that a service has mixed up may lead in a circle. */
function firstOf(draft: Draft, parents: ReadonlyMap<string, Draft | undefined>): Draft {
  const seen = new Set<Draft>();
  let at = draft;
  for (let next = parents.get(at.id); next && !seen.has(next); next = parents.get(at.id)) {
    seen.add(at);
    at = next;
  }
  return at;
}

function isLikely(before: Draft, after: Draft): boolean {
  const at = before.resolved_time_unix;
  if (before.id === after.id || before.status !== 'rejected' || at === null || after.created_at_unix < at) return false;
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared > 0 && (2 * shared) / (one.size + other.size) >= ALIKE;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsOf({ message_content: text }: Draft): Set<string> {
  const parts = [...segmenter.segment(foldText(text).text)];
  return new Set(parts.flatMap(({ isWordLike, segment }) => (isWordLike ? [segment] : [])));
}

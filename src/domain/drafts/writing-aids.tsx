import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useMemo, useState } from 'react';
import { rooms } from '#contract/rooms.ts';
import { oneQuery } from '#src/api/queries.ts';
import { useDebounced } from '#src/lib/hooks/use-debounced.ts';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { toCheckInput } from '../checks/check-input.ts';
import { clientSitesQuery, rejectedDrafts, rejectedQuery } from '../checks/check-queries.ts';
import { runChecks } from '../checks/check-store.ts';
import type { Finding } from '../checks/finding.ts';
import { FindingList } from '../checks/finding-words.tsx';
import { conversationQuery } from '../conversation/conversation-query.ts';
import { suggestionsOf } from '../keywords/item-list.ts';
import { KeywordIndexLoader } from '../keywords/keyword-index-loader.ts';
import { useRulesFor } from '../keywords/matching-rules.ts';
import { insertText, withLeadingSpace } from './insert-text.ts';

const PAUSE_MS = 400;
const FRESH_MS = 5 * 60_000;

/**
 * Shows the rules that apply to a text and the findings of the checks before it is sent, as the reviewer will see them.
 * Updates are debounced, and block nothing.
 */
export function WritingAids({ roomId, text, area }: AidsProps) {
  const { t } = useLingui();
  const settled = useDebounced(text, PAUSE_MS);
  const found = useTextFindings(roomId, settled);
  return (
    <div className="flex max-h-48 flex-col gap-3 overflow-y-auto text-sm sm:grid sm:grid-cols-2 empty:hidden">
      <KeywordIndexLoader />
      {found.length > 0 && (
        <section aria-label={t`Checks`}>
          <h3 className="pb-1 font-semibold text-muted">
            <Trans>Checks</Trans>
          </h3>
          <FindingList found={found} />
        </section>
      )}
      <RulesThatApply roomId={roomId} text={settled} area={area} />
    </div>
  );
}

interface AidsProps {
  roomId: string;
  text: string;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** Counter that identifies a text with its loaded context, so that each combination is checked once. */
let rounds = 0;
const none: readonly Finding[] = [];

function useTextFindings(roomId: string, text: string): readonly Finding[] {
  const entries = useInfiniteQuery({ ...conversationQuery(roomId), enabled: false }).data?.entries;
  const room = useQuery({ ...oneQuery(rooms, roomId), staleTime: FRESH_MS }).data?.row;
  const clients = useQuery(clientSitesQuery()).data?.rows;
  const { dataUpdatedAt } = useQuery(rejectedQuery());
  const [found, setFound] = useState(none);
  const known = useMemo(
    () => ({ text, entries, room, clients, dataUpdatedAt, round: ++rounds }),
    [text, entries, room, clients, dataUpdatedAt],
  );
  useAfterChange(known.round, () => {
    let isWanted = true;
    const one = { room: { type: 'rooms', id: roomId } };
    // The text is being written now, so no message is newer.
    const draft = { id: '', message_content: text, created_at_unix: Number.POSITIVE_INFINITY, one };
    const input = toCheckInput(draft, { room, entries, clients, rejected: rejectedDrafts() });
    void runChecks([input]).then((answer) => isWanted && setFound(answer?.[0] ?? none));
    return () => {
      isWanted = false;
    };
  });
  return found;
}

/** The keywords that match the text or the visitor's last messages. A press on an answer inserts it. */
function RulesThatApply({ roomId, text, area }: AidsProps) {
  const { t } = useLingui();
  const headingId = useId();
  const rules = useRulesFor(text, roomId);
  if (rules.length === 0) return null;
  const insert = (answer: string) => {
    const field = area.current;
    if (!field) return;
    const at = field.selectionEnd;
    insertText(field, at, at, withLeadingSpace(field.value.slice(0, at), answer));
  };
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="pb-1 font-semibold text-muted">
        <Trans>Rules that apply</Trans>
      </h3>
      <ul className="flex flex-col gap-1">
        {rules.map((rule) => (
          <li key={rule.id}>
            <bdi className="wrap-anywhere font-medium">{rule.key_name.trim()}</bdi>
            {keyedByIndex(suggestionsOf(rule)).map(({ key, item }) => (
              <button
                key={key}
                type="button"
                aria-label={t`Insert “${item}”`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(item)}
                className="ring-inside block w-full rounded-box px-1 text-start text-muted hover:bg-hover pointer-coarse:min-h-11"
              >
                <span dir="auto" className="wrap-anywhere line-clamp-2 whitespace-pre-wrap">
                  {item}
                </span>
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

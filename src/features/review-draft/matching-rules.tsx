import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { connection } from '#src/api/connection.ts';
import { meQuery } from '#src/api/me-query.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { suggestionsOf } from '#src/domain/keywords/item-list.ts';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { useMatchingRules } from '#src/domain/keywords/matching-rules.ts';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { citationOf, citedReason, isRepeatedKeyPress } from '#src/outbox/reject-reasons.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { can } from '#src/page/can.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { FactSection } from '#src/ui/layout/fact-section.tsx';
import { explainBlockedAction } from '../review-queue/blocked-action.tsx';

interface MatchingRulesProps {
  draft: Draft;
  /** False while another form is open or the keys act on a selection. */
  canCite: boolean;
  /** Whether a draft is the open one. */
  isShown: (draftId: string) => boolean;
  /** Opens the form to reject the draft, which is prefilled with the cited rule. */
  openForm: DraftCommands['openForm'];
}

const MAX_KEYS = 9;

/** The keywords that match a draft or the visitor's last messages, as a checklist. */
export function MatchingRules({ draft, canCite, isShown, openForm }: MatchingRulesProps) {
  const rules = useMatchingRules(draft);
  const section = useRef<HTMLElement>(null);
  const isCitable = canCite && isInReview(draft) && can(draft, 'reject');
  const cite = (rule: Keyword) => {
    if (!isShown(draft.id)) return explainBlockedAction(draft, 'cite');
    if (openForm('reject')) citedReason.set({ draftId: draft.id, reason: citationOf(rule) });
  };
  // A rule that is not visible, such as in collapsed details, must not be cited by accident.
  const isSeen = () => section.current?.checkVisibility?.() ?? true;
  const onKey = (rule: Keyword) => (event: KeyboardEvent) => {
    if (!isSeen()) explainBlockedAction(draft, 'cite_hidden');
    else if (!isRepeatedKeyPress(event)) cite(rule);
  };
  const keyed = isCitable ? rules.slice(0, MAX_KEYS) : [];
  useShortcuts(Object.fromEntries(keyed.map((rule, place) => [String(place + 1), onKey(rule)])));
  if (rules.length === 0) return null;
  return (
    <FactSection ref={section} title={<Trans>Rules that apply</Trans>}>
      <ol className="flex flex-col">
        {rules.map((rule, place) => (
          <Rule
            key={rule.id}
            draftId={draft.id}
            rule={rule}
            place={place}
            onCite={isCitable ? () => cite(rule) : undefined}
          />
        ))}
      </ol>
    </FactSection>
  );
}

interface RuleProps {
  draftId: string;
  rule: Keyword;
  place: number;
  onCite: (() => void) | undefined;
}

function Rule({ draftId, rule, place, onCite }: RuleProps) {
  const { t } = useLingui();
  const [isTicked, tick] = useTick(draftId, rule.id);
  const name = rule.key_name.trim();
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_1.5rem] gap-x-1.5 border-line border-t py-1.5">
      <span>
        {onCite && (
          <IconButton
            size="small"
            label={t`Reject, citing “${name}”`}
            shortcut={place < MAX_KEYS ? String(place + 1) : undefined}
            onClick={onCite}
            className="pointer-coarse:hidden"
          >
            <KeySign place={place} />
          </IconButton>
        )}
      </span>
      <div className={classNames('flex min-w-0 flex-col gap-0.5', isTicked && 'text-muted')}>
        <p dir="auto" className="wrap-anywhere font-semibold leading-6">
          {name}
        </p>
        {keyedByIndex(suggestionsOf(rule)).map(({ key, item }) => (
          <p key={key} dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
            {item}
          </p>
        ))}
      </div>
      <Checkbox
        aria-label={t`Mark “${name}” as checked`}
        checked={isTicked}
        onChange={({ target }) => tick(target.checked)}
      />
    </li>
  );
}

/** The digit as printed on the key, in every language; a dot for a rule without a key. */
const KeySign = ({ place }: { place: number }) => (
  <span dir="ltr" className="min-w-4 rounded-[3px] border border-current/35 px-[3px] text-center text-xs">
    {place < MAX_KEYS ? place + 1 : '·'}
  </span>
);

/** Rules ticked off in this tab, by connection, user, draft and keyword. */
const ticked = createStore<ReadonlySet<string>>(new Set());

function useTick(draftId: string, ruleId: string): [boolean, (isTicked: boolean) => void] {
  const me = useQuery(meQuery()).data?.id;
  const key = `${useStore(connection)?.key} ${me} ${draftId} ${ruleId}`;
  const all = useStore(ticked);
  const tick = (isTicked: boolean) =>
    ticked.set(isTicked ? new Set([...all, key]) : new Set([...all].filter((other) => other !== key)));
  return [all.has(key), tick];
}

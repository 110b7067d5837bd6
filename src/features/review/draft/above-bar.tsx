import { Trans } from '@lingui/react/macro';
import type { Included } from '#src/api/list-page.ts';
import { type Draft, isInReview } from '#src/domain/drafts/draft.ts';
import { rejectTextKey } from '#src/outbox/create-decision.ts';
import type { failedDecisions } from '#src/outbox/decision-outcomes.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { ReasonChoice } from '../phone/reason-sheet.tsx';
import { DecisionFailure } from './decision-failure.tsx';
import { DraftVerdict } from './draft-verdict.tsx';

interface AboveBarProps {
  draft: Draft;
  included: Included;
  /** The last decision on it, if that failed. */
  failure: ReturnType<typeof failedDecisions.get>[string] | undefined;
  commands: DraftCommands;
}

/** What stands above the bar at the foot of a draft: why a decision failed, the form to reject it, its verdict. */
export function AboveBar({ draft, included, failure, commands }: AboveBarProps) {
  const isOpen = isInReview(draft);
  return (
    <div className="max-h-[45dvh] overflow-y-auto">
      {failure && <DecisionFailure draft={draft} {...failure} onRepeat={commands.repeat} />}
      {commands.form === 'reject' && (
        <div className="border-line border-t px-4 py-3 md:px-6">
          <ReasonChoice
            draft={draft}
            keptAs={rejectTextKey(draft.id)}
            action={<Trans>Send rejection</Trans>}
            isLate={!isOpen}
            onSend={commands.reject}
            onCancel={commands.closeForm}
          />
        </div>
      )}
      {!isOpen && (
        <div className="border-line border-t md:px-2">
          <DraftVerdict draft={draft} included={included} />
        </div>
      )}
    </div>
  );
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import { showToast } from '#src/ui/toasts.ts';
import { decisionOn } from './decision-on.ts';
import { decide } from './decision-outbox.ts';
import type { Decision, Draft } from './send-decision.ts';
import { isMissing, type RoomOutcome, useDecideRoomDrafts } from './use-decide-room-drafts.ts';

/**
 * Decides about several drafts of a room and tells the outcome. Where the tenant has no action for a whole room, they
 * are decided one by one. Resolves with whether anything came of it; `refused` says why each of the others was not.
 */
export function useDecideAll(roomId: string, name: string) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const room = useDecideRoomDrafts(roomId);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});

  const tell = (kind: Decision['kind'], outcome: RoomOutcome) => {
    const { changed } = outcome;
    const done =
      kind === 'approve'
        ? t`${plural(changed, { one: '# draft approved', other: '# drafts approved' })}`
        : t`${plural(changed, { one: '# draft rejected', other: '# drafts rejected' })}`;
    const not = t`${plural(outcome.refused.length, { one: '# draft was refused', other: '# drafts were refused' })}`;
    if (outcome.refused.length === 0) showToast({ tone: 'good', text: done });
    else showToast({ tone: 'warn', text: changed > 0 ? `${done} · ${not}` : not });
  };

  const decideAll = async (kind: Decision['kind'], drafts: readonly Draft[], comment = ''): Promise<boolean> => {
    try {
      const ids = drafts.map((draft) => draft.id);
      const outcome = await room.decide(kind, ids, comment);
      setRefused(Object.fromEntries(outcome.refused.map(({ id, detail }) => [id, detail])));
      tell(kind, outcome);
      return outcome.changed > 0;
    } catch (error) {
      if (isMissing(error)) {
        for (const draft of drafts) decide(decisionOn(draft, kind, { comment }), name);
        showToast({ text: t`This service decides drafts one by one.` });
        return true;
      }
      const text = kind === 'approve' ? t`Nothing was approved` : t`Nothing was rejected`;
      showToast({ tone: 'bad', text, detail: sentence(error) });
      return false;
    }
  };
  return { decideAll, refused, isBusy: room.isBusy };
}

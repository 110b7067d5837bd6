import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import type { Resource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { refreshLists } from '#src/api/cache.ts';
import { connection } from '#src/api/connection.ts';
import { save } from '#src/api/mutations.ts';
import {
  delayAction,
  type RecordWrite,
  type SendingOptions,
  type StoredAction,
  sendActionsOn,
} from '#src/bulk/delayed-actions.ts';
import { useDeleteWithUndo } from '#src/bulk/delete-with-undo.ts';
import { actionToRetry, showFailureToast } from '#src/bulk/failed-actions.ts';
import { assertNothingNew } from '#src/domain/waiting/seen-in-room.ts';
import { forgetSavedDraft } from '#src/form/use-form-draft.ts';
import { navigate } from '#src/lib/router.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';

/** The resource of a stored write; undefined if another version of the dashboard stored an unknown type. */
export const resourceOf = ({ type }: RecordWrite): Resource | undefined =>
  Object.values<Resource>(resources).find((resource) => resource.type === type);

/** Sends an unsent or failed action now. An update is refused if the record has changed since. */
export function useResend(): (action: StoredAction) => void {
  const { t } = useLingui();
  const deleteWithUndo = useDeleteWithUndo();
  return (action) => {
    const from = connection.get();
    const { writes, subject, path, pastText } = action;
    const [first] = writes;
    const resource = first && resourceOf(first);
    if (!from || !resource) return;
    const { id, label: name, attributes, version, form, seenMessageIds } = first;
    if (!attributes) return deleteWithUndo(resource, writes, true);
    const send = async (how: SendingOptions) => {
      try {
        await assertNothingNew(id, seenMessageIds, from);
        const row = await save(resource, { id, attributes, version, ...how }, from);
        if (form !== undefined) forgetSavedDraft(resource, row);
        if (pastText) showToast({ tone: 'good', text: pastText });
        await refreshLists(resource);
        return undefined;
      } catch (error) {
        const open = { label: t`Open`, run: () => void navigate(path) };
        return showFailureToast(from, t`Couldn’t save “${name}”`, error, open);
      }
    };
    delayAction({ ...action, from, requests: 1, send, onUndo: () => undefined });
    sendActionsOn(subject);
  };
}

/** Retries failed actions on request from their row or from the Recent drawer. */
export function ActionRetries(): null {
  const resend = useResend();
  const send = useEffectEvent(() => {
    const action = actionToRetry.get();
    if (!action) return;
    actionToRetry.set(undefined);
    resend(action);
  });
  useEffect(() => {
    send();
    return actionToRetry.subscribe(send);
  }, []);
  return null;
}

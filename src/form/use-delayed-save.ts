import { t } from '@lingui/core/macro';
import type { Resource, Row } from '#contract/resource.ts';
import { refreshLists } from '#src/api/cache.ts';
import { type Connection, connection } from '#src/api/connection.ts';
import { MAX_BYTES } from '#src/api/sign-in/pending-writes.ts';
import {
  delayAction,
  delayedActions,
  findDelayedAction,
  type RecordWrite,
  type SendingOptions,
  undoActionOn,
} from '#src/bulk/delayed-actions.ts';
import { showFailureToast } from '#src/bulk/failed-actions.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { useStore } from '#src/lib/store.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import type { FormValues } from './form-values.ts';
import type { SaveOutcome } from './save-record.ts';

export interface DelayedSaveOptions<R extends Resource> {
  resource: R;
  /** The record to edit, as it was when the form opened; omitted for a new one. */
  row?: Row<R> | undefined;
  /** Name of the record with these values. If given, saves wait for the undo period; if omitted, they do not. */
  undoableName?: ((values: FormValues) => string) | undefined;
}

/** A save that waits for the undo period. */
interface DelayedSave<R extends Resource> {
  isWaiting: boolean;
  isSending: boolean;
  /** Drops the waiting save for one of other values. */
  drop: () => void;
  /** Whether a save is already waiting. Current even before the next render, in case of a second press. */
  hasStarted: () => boolean;
  undo: (() => void) | undefined;
  /**
   * Saves after the undo period; at once if the form offers no undo, if there is no `write` for a closing page to send,
   * or if it could not send `bytes` more besides the saves that already wait. `finish` receives the outcome.
   */
  start: (
    values: FormValues,
    write: Pick<RecordWrite, 'attributes' | 'version' | 'form'> | undefined,
    bytes: number,
    run: (how?: SendingOptions) => Promise<SaveOutcome<R>>,
    finish: (outcome: SaveOutcome<R>) => void,
  ) => Promise<void>;
}

/** Subject of a form's save among the delayed actions. */
export const saveSubject = ({ type }: Resource, id: string): string => `${type}|${id}|save`;

/**
 * Delays a form's saves. The draft stays in browser storage until the service has accepted the save. `isShown`: whether
 * the form is still mounted, and so shows a failure itself.
 */
export function useDelayedSave<R extends Resource>(
  options: DelayedSaveOptions<R>,
  isShown: () => boolean,
): DelayedSave<R> {
  const { resource, row, undoableName } = options;
  const subject = saveSubject(resource, row?.id ?? '');
  const state = useStore(delayedActions, () => findDelayedAction(subject)?.state);
  const isWaiting = state !== undefined && undoableName !== undefined;

  const start: DelayedSave<R>['start'] = async (values, write, bytes, run, finish) => {
    const from = connection.get();
    const waiting = delayedActions.get().reduce((sum, action) => sum + (action.bytes ?? 0), bytes);
    const name = undoableName?.(values);
    const { pathname, search } = currentLocation();
    const path = pathname + search;
    const send = async (how?: SendingOptions) => {
      const outcome = await run(how);
      const failure = describeSaveFailure(outcome, name, path, isShown(), from);
      finish(outcome);
      return failure;
    };
    if (!write || name === undefined || !from || waiting > MAX_BYTES) return void (await send());
    delayAction({
      from,
      subject,
      text: t`Saving “${name}”`,
      pastText: t`Saved “${name}”`,
      path,
      writes: row && [{ type: resource.type, id: row.id, label: name, ...write }],
      requests: 1,
      bytes,
      send: async (how) => {
        const failure = await send(how);
        void refreshLists(resource);
        return failure;
      },
      onUndo: () => announce(t`Undone: ${name}`),
    });
  };
  const hasStarted = () => findDelayedAction(subject) !== undefined;
  const undo = isWaiting ? () => undoActionOn(subject) : undefined;
  const drop = () => undoActionOn(subject, true);
  return { isWaiting, isSending: state === 'sending', drop, hasStarted, undo, start };
}

/** Describes a failed save, and shows it as a toast with a way back unless its input is shown. */
export function describeSaveFailure(
  outcome: SaveOutcome<Resource>,
  name: string | undefined,
  path: string,
  isShown: boolean,
  from: Connection | undefined,
  id?: string,
): string | undefined {
  if (outcome.kind === 'saved') return undefined;
  const detail =
    outcome.kind === 'conflict'
      ? t`Someone else changed this. Your edits are still here.`
      : outcome.failure
        ? errorMessage(outcome.failure.error, from)
        : outcome.kind === 'refused' && outcome.problems[0]
          ? outcome.problems[0].message
          : '';
  if (isShown || !from) return detail;
  const text = name === undefined ? t`Couldn’t save your changes` : t`Couldn’t save “${name}”`;
  return showFailureToast(from, text, detail, { label: t`Open`, run: () => void navigate(path), ...(id && { id }) });
}

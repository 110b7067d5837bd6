import { zodResolver } from '@hookform/resolvers/zod';
import { useIsMutating } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Resource, Row } from '#contract/resource.ts';
import { connection } from '#src/api/connection.ts';
import { save as saveNow, useSave } from '#src/api/mutations.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import type { SaveInput } from '#src/api/write-inputs.ts';
import type { SendingOptions } from '#src/bulk/delayed-actions.ts';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { useUnsavedChangesWarning } from '#src/lib/hooks/use-unsaved-changes-warning.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import type { DraftConflictNoticeProps } from './draft/draft-conflict-notice.tsx';
import { type AdditionalSchemas, formSchema } from './form-schema.ts';
import {
  type Baseline,
  baselineOf,
  changedFieldNames,
  type FormError,
  type FormValues,
  hasSameValues,
  pickChanges,
  toRequestInput,
} from './form-values.ts';
import { notIdentified, type SaveOutcome, saveRecord, type UnsavedOutcome } from './save-record.ts';
import { type DelayedSaveOptions, useDelayedSave } from './use-delayed-save.ts';
import { useFormDraft } from './use-form-draft.ts';
import { validationMessages } from './validation-messages.ts';

export interface RecordFormOptions<R extends Resource> extends DelayedSaveOptions<R> {
  /**
   * `isShown`: whether the form is still mounted. If not, do not navigate away from what was opened since.
   * `isUnfinished`: whether text typed since is an unsaved change of the record just created.
   */
  onSaved: (row: Row<R>, isShown: boolean, isUnfinished: boolean) => void;
  additionalSchemas?: AdditionalSchemas;
}

export type RecordFormState<R extends Resource> = ReturnType<typeof useRecordForm<R>>;

interface OpenForm {
  /** Whether it shows what an earlier form had sent; if not, it is for another record. */
  isRestoredDraft: boolean;
  finish(outcome: SaveOutcome<Resource>, sent: FormValues, isNew: boolean, usedThen: Element | null): void;
}

/** The form now open for a new record, by mutation key: the form that sent it may have been closed since. */
const openForms = new Map<string, Readonly<RefObject<OpenForm>>>();

/**
 * Data flow of a record form: stores drafts, validates by the contract, submits once, and keeps the input on errors.
 */
export function useRecordForm<R extends Resource>(options: RecordFormOptions<R>) {
  const { resource, onSaved } = options;
  const typed = useFormDraft(resource, options.row);
  const baseline = useRef(typed.baseline);
  const [isDirty, setDirty] = useState(typed.isRestoredDraft);
  const lastSent = useRef<FormValues>({});
  const [isNewer, setNewer] = useState(false);
  const [isRestoredDraft, setRestored] = useState(typed.isRestoredDraft);
  /** Why the last attempt to save did not succeed. */
  const [unsaved, setUnsaved] = useState<UnsavedOutcome<R>>();
  /** The user's own edits while another user's values are shown, by input; stored with the draft until a save. */
  const [setAside, setSetAside] = useState<FormValues>();
  /** Labels of the fields with an input, by name. */
  const [labels] = useState(() => new Map<string, string>());
  /** Flush debounced inputs, by name. */
  const [flushes] = useState(() => new Map<string, () => void>());
  const mutationKey = [...queryKeys.resource(resource), 'save', options.row?.id ?? 'new'];
  const name = String(mutationKey);
  const save = useSave(resource, mutationKey);
  const isUnderWay = useIsMutating({ mutationKey }) > 0;
  const element = useRef<HTMLFormElement>(null);
  const isShown = () => element.current !== null;

  const form = useForm<FormValues>({
    defaultValues: typed.start,
    // Validates only what was changed. `raw`: keeps the inputs' own values, which are compared and stored.
    resolver: (values, context, fields) => {
      const schema = formSchema(resource, values, baseline.current, options.additionalSchemas);
      return zodResolver(schema, validationMessages(resource.attributes), { raw: true })(values, context, fields);
    },
  });
  const note = (values: FormValues, aside: FormValues | undefined) => {
    const edits = pickChanges(values, baseline.current.values);
    setDirty(Object.keys(edits).length > 0);
    setNewer(!hasSameValues(values, lastSent.current));
    typed.keep({ ...values, ...aside, ...edits }, baseline.current);
  };
  useValues(form, (values) => note(values, setAside));

  /**
   * Shows other values, over the same or another baseline. The draft no longer shown is dropped, except for the edits
   * to set aside.
   */
  const show = (values: FormValues, over: Baseline<R>, aside?: FormValues, fill: Fill = form.reset) => {
    baseline.current = over;
    fill(values);
    note(values, aside);
    setSetAside(aside);
    setRestored(false);
    setUnsaved((now) => (now?.kind === 'conflict' ? undefined : now));
  };
  /** Unlike a reset, leaves the field in use as it is. */
  const fillBeside = (values: FormValues) => {
    for (const name of changedFieldNames(form.getValues(), values)) form.setValue(name, values[name]);
  };
  const flush = () => {
    for (const handOver of flushes.values()) handOver();
  };
  const finish = (outcome: SaveOutcome<R>, sent: FormValues, isNew: boolean, usedThen: Element | null) => {
    const open = isNew && !isShown() ? openForms.get(name)?.current : undefined;
    if (open?.isRestoredDraft) return open.finish(outcome, sent, isNew, usedThen);
    flush();
    const now = form.getValues();
    const typedSince = pickChanges(now, sent);
    const isUnfinished = Object.keys(typedSince).length > 0;
    if (outcome.kind === 'refused' && isShown()) {
      const hasMovedOn = document.activeElement !== usedThen || isUnfinished;
      placeProblems(form, outcome.problems, hasMovedOn ? labels : undefined);
    }
    if (outcome.kind !== 'saved') return setUnsaved(outcome);
    const saved = baselineOf(resource, outcome.row);
    // The form may have been opened again and edited since.
    if (!isShown() && !typed.isStored(now, baseline.current)) return onSaved(outcome.row, false, false);
    // Input typed during the request is not saved yet.
    const values = { ...saved.values, ...typedSince };
    if (isUnfinished) {
      show(values, saved, undefined, fillBeside);
      // The form may be opened again at once.
      if (!isShown()) typed.flush();
      if (!isNew) return;
      if (outcome.row.id) typed.moveTo(outcome.row, values);
      else if (isShown()) return setUnsaved(notIdentified());
    } else showSaved(saved);
    onSaved(outcome.row, isShown(), isUnfinished);
  };
  const latest = useLatest({ isRestoredDraft, finish });
  useAfterChange(name, () => {
    openForms.set(name, latest);
    return () => openForms.get(name) === latest && openForms.delete(name);
  });
  const showSaved = (saved: Baseline<R>) => {
    show(saved.values, saved);
    typed.forget();
  };
  const delayed = useDelayedSave(options, isShown);
  const attempt = async (values: FormValues) => {
    if (!hasSameValues(values, lastSent.current)) delayed.drop();
    if (delayed.hasStarted() || queryClient.isMutating({ mutationKey }) > 0) return;
    setUnsaved((now) => (now?.kind === 'conflict' ? now : undefined));
    const sent = structuredClone(values);
    lastSent.current = sent;
    setNewer(false);
    const over = baseline.current;
    const from = connection.get();
    const inputs = [...labels.keys()];
    const used = document.activeElement;
    // On page unload, the request must start in this very task, which a mutation does not do.
    const send = (how: SendingOptions) => (input: SaveInput<R>) => saveNow(resource, { ...input, ...how }, from);
    const run = (how?: SendingOptions) =>
      saveRecord(resource, how ? send(how) : save.mutateAsync, sent, over, { from, keepalive: how?.keepalive, inputs });
    const names = changedFieldNames(sent, over.values);
    const body = JSON.stringify(names.map((name) => sent[name]));
    // Without a version, saving needs a read first, which a closing page cannot wait for.
    const write =
      over.row && names.length > 0 && over.version !== undefined
        ? { attributes: toRequestInput(resource, sent, over).attributes, version: over.version, form: 'form' }
        : undefined;
    await delayed.start(sent, write, new Blob([body]).size, run, (outcome) => finish(outcome, sent, !over.row, used));
  };
  const [submit, isSubmitting] = useSingleFlight(() => {
    flush();
    return form.handleSubmit(attempt)();
  });
  const isSaving = isSubmitting || isUnderWay || delayed.isSending || (delayed.isWaiting && !isNewer);
  // An untouched form shows what was read. A draft may have been saved elsewhere, such as by a resend after a crash.
  const follow = useEffectEvent((read: Baseline<R>) => {
    const { version, values } = baseline.current;
    if (!read.row || (read.version === version && hasSameValues(read.values, values))) return;
    flush();
    const shown = form.getValues();
    const isUntouched = !isSaving && !delayed.isWaiting && !setAside && !unsaved && hasSameValues(shown, values);
    if (isUntouched || hasSameValues(shown, read.values)) showSaved(read);
  });
  useEffect(() => follow(baselineOf(resource, options.row)), [resource, options.row]);
  // A waiting save is sent when the page unloads, so it needs no warning.
  useUnsavedChangesWarning((isDirty || setAside !== undefined) && !delayed.isWaiting);
  const { isKept, isShared, other, swapOther, dropOther } = typed;
  const showOther = () => {
    if (!other) return;
    swapOther();
    show(other.start, other.baseline);
  };
  /** Draft of another tab for the same form, and how to switch to it or drop it. */
  const otherTab: DraftConflictNoticeProps = { other: other ? undefined : '', isShared, showOther, dropOther };
  const shown = { form, element, labels, flushes, isDirty, isSaving, isKept, isRestoredDraft, unsaved, setAside };
  /** Undoes the waiting save; undefined if there is none. */
  const undoSave = delayed.undo;
  return { ...shown, undoSave, baseline: () => baseline.current, submit, show, otherTab };
}

type Fill = (values: FormValues) => void;

function useValues(form: UseFormReturn<FormValues>, onChange: (values: FormValues) => void) {
  const changed = useEffectEvent(onChange);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }),
    [form.subscribe],
  );
}

/**
 * Shows the problems at their fields, and focuses the first. With `labels`, announces them instead: the user types
 * elsewhere by now, and the next keys must not go into that field.
 */
function placeProblems(
  form: UseFormReturn<FormValues>,
  problems: readonly FormError[],
  labels: ReadonlyMap<string, string> | undefined,
) {
  problems.forEach(({ path, message }, index) => {
    form.setError(path, { type: 'server', message }, { shouldFocus: !labels && index === 0 });
    if (labels) announce(`${labels.get(path)}: ${message}`, { urgent: true });
  });
}

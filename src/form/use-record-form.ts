import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Resource, Row } from '#contract/resource.ts';
import { useSave } from '#src/api/mutations.ts';
import { asRecord, isRecord } from '#src/lib/json.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { useUnsavedChangesWarning } from '#src/lib/use-unsaved-changes-warning.ts';
import { type Baseline, baselineOf } from './baseline.ts';
import { useDraftStorage } from './draft/use-draft-storage.ts';
import { formSchema } from './form-schema.ts';
import { changedNames, type FormProblem, type FormValues, readKeptValues } from './form-values.ts';
import { saveRecord, type UnsavedOutcome } from './save-record.ts';
import { validationMessages } from './validation-messages.ts';

export interface RecordFormOptions<R extends Resource> {
  resource: R;
  /** The record to edit, as it was when the form opened; omitted for a new one. */
  row?: Row<R> | undefined;
  /** Distinguishes forms of the same record. */
  form: string;
  onSaved: (row: Row<R>) => void;
}

export interface RecordFormState<R extends Resource> {
  form: UseFormReturn<FormValues>;
  isDirty: boolean;
  isSaving: boolean;
  /** Whether the browser stores the draft. */
  isKept: boolean;
  /** Whether the inputs show a restored draft. */
  isRestoredDraft: boolean;
  /** Why the last attempt to save did not succeed. */
  unsaved: UnsavedOutcome<R> | undefined;
  /** The baseline that the inputs are compared with. */
  baseline: () => Baseline<R>;
  submit: () => void;
  /** Draft of another tab for the same form: whether there is one, and how to switch to it or drop it. */
  otherTab: { has: boolean; isShared: boolean; take: () => void; drop: () => void };
  /** Shows other values, over the same or another baseline. The draft no longer shown is dropped. */
  show: (values: FormValues, baseline: Baseline<R>) => void;
}

/**
 * Data flow of a record form: stores drafts, validates by the contract, submits once, and keeps the input on errors.
 */
export function useRecordForm<R extends Resource>(options: RecordFormOptions<R>): RecordFormState<R> {
  const { resource, onSaved } = options;
  const typed = useFormDraft(resource, options.row, options.form);
  const baseline = useRef(typed.baseline);
  const [isDirty, setDirty] = useState(typed.isRestoredDraft);
  const [isRestoredDraft, setRestored] = useState(typed.isRestoredDraft);
  const [unsaved, setUnsaved] = useState<UnsavedOutcome<R>>();
  const save = useSave(resource);

  const form = useForm<FormValues>({
    defaultValues: typed.start,
    // What to validate depends on what was changed. `raw`: the inputs' own values are compared and stored.
    resolver: (values, context, options) =>
      zodResolver(formSchema(resource, values, baseline.current), validationMessages(resource.attributes), {
        raw: true,
      })(values, context, options),
  });
  const note = (values: FormValues) => {
    setDirty(changedNames(values, baseline.current.values).length > 0);
    typed.keep(values, baseline.current);
  };
  useValues(form, note);

  const show = (values: FormValues, over: Baseline<R>) => {
    baseline.current = over;
    form.reset(values);
    note(values);
    setRestored(false);
    setUnsaved((now) => (now?.kind === 'conflict' ? undefined : now));
  };
  const attempt = async (values: FormValues) => {
    setUnsaved((now) => (now?.kind === 'conflict' ? now : undefined));
    const sent = structuredClone(values);
    const outcome = await saveRecord(resource, save.mutateAsync, sent, baseline.current);
    if (outcome.kind === 'refused') placeProblems(form, outcome.problems);
    if (outcome.kind !== 'saved') return setUnsaved(outcome);
    const saved = baselineOf(resource, outcome.row);
    const now = form.getValues();
    // Input typed during the request is not saved yet.
    if (changedNames(now, sent).length > 0) return show(now, saved);
    show(saved.values, saved);
    typed.forget();
    onSaved(outcome.row);
  };
  const [submit, isSaving] = useSingleFlight(() => form.handleSubmit(attempt)());
  useUnsavedChangesWarning(isDirty);
  const { isKept, other, swapOther } = typed;
  const take = () => {
    if (!other) return;
    swapOther();
    show(other.start, other.baseline);
  };
  const otherTab = { has: other !== undefined, isShared: typed.isShared, take, drop: typed.dropOther };
  const shown = { form, isDirty, isSaving, isKept, isRestoredDraft, unsaved };
  return { ...shown, baseline: () => baseline.current, submit, show, otherTab };
}

function useValues(form: UseFormReturn<FormValues>, onChange: (values: FormValues) => void) {
  const changed = useEffectEvent(onChange);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }),
    [form.subscribe],
  );
}

function placeProblems(form: UseFormReturn<FormValues>, problems: readonly FormProblem[]) {
  problems.forEach(({ path, message }, index) => {
    form.setError(path, { type: 'server', message }, { shouldFocus: index === 0 });
  });
}

/** Unsaved values, and the baseline they were typed over. */
interface DraftValues<R extends Resource> {
  baseline: Baseline<R>;
  /** Initial input values: the record overlaid with the draft. */
  start: FormValues;
}

interface FormDraft<R extends Resource> extends DraftValues<R> {
  isRestoredDraft: boolean;
  /** Whether the browser stores the draft; false if storage is full or forbidden. */
  isKept: boolean;
  /** Stores what differs from the baseline. */
  keep: (values: FormValues, baseline: Baseline<R>) => void;
  forget: () => void;
  /** Draft of another tab for the same form. */
  other: DraftValues<R> | undefined;
  /** Swaps it with this tab's draft. */
  swapOther: () => void;
  dropOther: () => void;
  /** Whether another tab had a draft of the same form open when it was opened here. */
  isShared: boolean;
}

/**
 * Autosaves a form's draft until it is saved. A draft remembers the values and version it was based on, so that a
 * concurrent change by another user is detected on save.
 */
function useFormDraft<R extends Resource>(resource: R, row: Row<R> | undefined, form: string): FormDraft<R> {
  const { store, stored, isKept, isShared, other, swapOther, dropOther } = useDraftStorage(
    `${resource.type}.${row?.id ?? 'new'}.${form}`,
    isRecord,
  );
  const [opened] = useState(() => {
    const restored = readTyped(resource, row, stored);
    const now = baselineOf(resource, row);
    return { ...(restored ?? { baseline: now, start: now.values }), isRestoredDraft: restored !== undefined };
  });

  const keep = (values: FormValues, baseline: Baseline<R>) => {
    const names = changedNames(values, baseline.values);
    const pick = (from: FormValues) => Object.fromEntries(names.map((name) => [name, from[name]]));
    const kept = { values: pick(values), before: pick(baseline.values), version: baseline.version };
    store.write(names.length > 0 ? kept : undefined);
  };
  return {
    ...opened,
    isKept,
    isShared,
    keep,
    forget: store.forget,
    other: readTyped(resource, row, other),
    swapOther,
    dropOther,
  };
}

/** The stored draft over the current record; undefined if it changes nothing. */
function readTyped<R extends Resource>(resource: R, row: Row<R> | undefined, raw: unknown): DraftValues<R> | undefined {
  const kept = asRecord(raw);
  const now = baselineOf(resource, row);
  const start = { ...now.values, ...readKeptValues(resource, kept?.values, !row) };
  if (changedNames(start, now.values).length === 0) return undefined;
  const before = { ...now.values, ...readKeptValues(resource, kept?.before, !row) };
  const version = typeof kept?.version === 'string' ? kept.version : now.version;
  return { baseline: { row, values: before, version }, start };
}

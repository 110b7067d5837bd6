import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Resource, Row } from '#contract/resource.ts';
import { useSave } from '#src/api/mutations.ts';
import { formSchema } from './form-schema.ts';
import { changedNames, type FormProblem, type FormValues } from './form-values.ts';
import { inWords } from './in-words.ts';
import { type Original, originalOf } from './original.ts';
import { type SaveFailure, saveRecord } from './save-record.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useOnce } from './use-once.ts';
import { useTypedValues } from './use-typed-values.ts';

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
  wasRestored: boolean;
  failure: SaveFailure | undefined;
  /** The record as another user has saved it since. */
  theirs: Row<R> | undefined;
  /** The baseline that the inputs are compared with. */
  original: () => Original<R>;
  submit: () => void;
  /** Draft of another tab for the same form: whether there is one, and how to switch to it or drop it. */
  otherTab: { has: boolean; isShared: boolean; take: () => void; drop: () => void };
  /** Shows other values, over the same or another baseline. The draft no longer shown is dropped. */
  show: (values: FormValues, original: Original<R>) => void;
}

/**
 * Data flow of a record form: stores drafts, validates by the contract, submits once, and keeps the input on errors.
 */
export function useRecordForm<R extends Resource>(options: RecordFormOptions<R>): RecordFormState<R> {
  const { resource, onSaved } = options;
  const typed = useTypedValues(resource, options.row, options.form);
  const original = useRef(typed.original);
  const [isDirty, setDirty] = useState(typed.wasRestored);
  const [wasRestored, setRestored] = useState(typed.wasRestored);
  const [failure, setFailure] = useState<SaveFailure>();
  const [theirs, setTheirs] = useState<Row<R>>();
  const save = useSave(resource);

  const form = useForm<FormValues>({
    defaultValues: typed.start,
    // What to validate depends on what was changed. `raw`: the inputs' own values are compared and stored.
    resolver: (values, context, options) =>
      zodResolver(formSchema(resource, values, original.current), inWords(resource.attributes), { raw: true })(
        values,
        context,
        options,
      ),
  });
  const note = (values: FormValues) => {
    setDirty(changedNames(values, original.current.values).length > 0);
    typed.keep(values, original.current);
  };
  useValues(form, note);

  const show = (values: FormValues, over: Original<R>) => {
    original.current = over;
    form.reset(values);
    note(values);
    setRestored(false);
    setTheirs(undefined);
  };
  const attempt = async (values: FormValues) => {
    setFailure(undefined);
    const sent = structuredClone(values);
    const outcome = await saveRecord(resource, save.mutateAsync, sent, original.current);
    if (outcome.kind === 'conflict') setTheirs(outcome.theirs);
    if (outcome.kind === 'refused') {
      setFailure(outcome.failure);
      placeProblems(form, outcome.problems);
    }
    if (outcome.kind !== 'saved') return;
    const saved = originalOf(resource, outcome.row);
    const now = form.getValues();
    // Input typed during the request is not saved yet.
    if (changedNames(now, sent).length > 0) return show(now, saved);
    show(saved.values, saved);
    typed.forget();
    onSaved(outcome.row);
  };
  const [submit, isSaving] = useOnce(() => form.handleSubmit(attempt)());
  useLeaveWarning(isDirty);
  const { isKept, other, swapOther } = typed;
  const take = () => {
    if (!other) return;
    swapOther();
    show(other.start, other.original);
  };
  const otherTab = { has: other !== undefined, isShared: typed.isShared, take, drop: typed.dropOther };
  const shown = { form, isDirty, isSaving, isKept, wasRestored, failure, theirs };
  return { ...shown, original: () => original.current, submit, show, otherTab };
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

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { FormProvider, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import type { Resource, Row } from '#contract/resource.ts';
import { ApiError } from '#src/api/errors.ts';
import type { OneRecord } from '#src/api/list-page.ts';
import { oneQuery } from '#src/api/queries.ts';
import { isRecord } from '#src/lib/json.ts';
import { isImeKey } from '#src/lib/use-shortcuts.ts';
import { can } from '#src/page/can.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { requestedComponent } from '#src/ui/lazy-component.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { FormNotices } from './form-notices.tsx';
import { changedFieldNames } from './form-values.ts';
import { MoreFields, ValueList } from './more-fields.tsx';
import { RecordFormContext, useRecordFormContext } from './record-form-context.ts';
import { readTypedValues } from './use-form-draft.ts';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';

export interface RecordFormProps<R extends Resource> extends RecordFormOptions<R> {
  className?: string;
  /** `FormField`s, `ReferenceField`s and a `SaveButton`, in any layout. */
  children: ReactNode;
}

/**
 * A form for a new or existing record. Drafts survive reloads; errors show at their fields; overwriting another user's
 * change asks first. For another record, give it another `key`.
 */
export function RecordForm<R extends Resource>({ className, children, ...options }: RecordFormProps<R>) {
  const { resource, row } = options;
  const state = useRecordForm(options);
  const isReadOnly = row !== undefined && !can(row, 'update');
  const { t } = useLingui();
  const submit = () => {
    if (isReadOnly) showToast({ id: 'why-not', text: t`View only – ask an admin to make changes` });
    else state.submit();
  };
  return (
    <RecordFormContext value={{ ...state, resource, isNew: row === undefined, isReadOnly }}>
      <FormProvider {...state.form}>
        <form
          ref={state.element}
          noValidate
          className={className}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
          onKeyDown={(event) => onKey(event, submit)}
        >
          <FormNotices resource={resource} state={state} isReadOnly={isReadOnly} />
          {row && <MoreFields more={row.more} />}
          {children}
        </form>
      </FormProvider>
    </RecordFormContext>
  );
}

function onKey(event: KeyboardEvent<HTMLFormElement>, submit: () => void) {
  if (event.key !== 'Enter') return;
  if (isImeKey(event)) event.preventDefault();
  else if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    submit();
  }
}

/** Saves or creates the enclosing form's record. Beside it, a button with the number of errors focuses the first. */
export function SaveButton() {
  const { t } = useLingui();
  const { isNew, isSaving, isReadOnly } = useRecordFormContext();
  const button = useRef<HTMLButtonElement>(null);
  const label = isNew ? t`Create` : t`Save`;
  usePageActions(() =>
    isReadOnly ? [] : [{ label, Icon: Save, keys: 'Mod+Enter', act: () => button.current?.form?.requestSubmit() }],
  );
  if (isReadOnly) return null;
  return (
    <>
      <ErrorsButton />
      <Button ref={button} type="submit" kind="primary" shortcut="Mod+Enter" busy={isSaving}>
        {label}
      </Button>
    </>
  );
}

function ErrorsButton() {
  const { errors } = useFormState();
  const { setFocus } = useFormContext();
  const { labels } = useRecordFormContext();
  // Fields register their labels in the order of the form.
  const order = [...labels.keys()];
  const placeOf = (path: string) => order.indexOf(path.split('.')[0] ?? '');
  const paths = errorPaths(errors).sort((a, b) => placeOf(a) - placeOf(b));
  const [first] = paths;
  if (first === undefined) return null;
  return (
    <Button
      kind="quiet"
      onClick={({ currentTarget: { form } }) => {
        setFocus(first);
        // A list has no input of its own.
        form?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
      }}
    >
      <StatusBadge status="danger">
        <Plural value={paths.length} one="# error" other="# errors" />
      </StatusBadge>
    </Button>
  );
}

/** The paths of the inputs that have an error. */
function errorPaths(errors: object, within = ''): string[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]): string[] => {
    if (!isRecord(error) && !Array.isArray(error)) return [];
    // The error of a list as a whole.
    if (name === 'root') return [within.slice(0, -1)];
    const isLeaf = 'type' in error && typeof error.type === 'string';
    return isLeaf ? [within + name] : errorPaths(error, `${within}${name}.`);
  });
}

export type OpenRecord<R extends Resource> = ReturnType<typeof useOpenRecord<R>>;

/**
 * The record of the route's parameter `id`, or one that the page is to create. Once it is `created`, the form with this
 * `key` stays mounted and edits that record, so that text typed since is kept.
 */
export function useOpenRecord<R extends Resource>() {
  const { id } = useParams();
  const [page, setPage] = useState<{ id: string | undefined; key: number; created?: Row<R> }>({ id, key: 0 });
  if (page.id !== id) {
    const isSame = id !== undefined && id === page.created?.id;
    setPage(isSame ? { ...page, id } : { id, key: page.key + 1 });
  }
  const created = id === undefined || id === page.created?.id ? page.created : undefined;
  const setCreated = (row: Row<R>) => setPage((now) => ({ ...now, created: row }));
  return { id: id ?? created?.id, key: page.key, created, setCreated };
}

interface TypedValuesProps {
  resource: Resource;
  id: string;
  /** Labels of the form's fields, by attribute. Default: the names in words. */
  labelOf?: ((name: string) => string) | undefined;
}

interface RecordLoaderProps<R extends Resource> extends TypedValuesProps {
  resource: R;
  /** Relationships to include; the same as the route's. */
  include?: readonly string[];
  /** Shown above the skeleton or error, for a page whose own header needs the record: a heading, and a way back. */
  header?: ReactNode;
  children: (one: OneRecord<R>) => ReactNode;
}

/** Renders children once the record has loaded: until then a skeleton, or the error. */
export function RecordLoader<R extends Resource>(props: RecordLoaderProps<R>) {
  const { resource, id, include, header, children, labelOf } = props;
  const one = useQuery(oneQuery(resource, id, include));
  if (one.data) return children(one.data);
  return (
    <>
      {header}
      {one.error ? <RequestError error={one.error} onRetry={() => void one.refetch()} /> : <SkeletonRows rows={4} />}
      {one.error instanceof ApiError && one.error.isNotFound && <TypedValues {...{ resource, id, labelOf }} />}
    </>
  );
}

/** Shows text typed into the form of a deleted record, to be copied. */
function TypedValues({ resource, id, labelOf }: TypedValuesProps) {
  const { t } = useLingui();
  const [typed] = useState(() => Object.entries(readTypedValues(resource, id)));
  if (typed.length === 0) return null;
  return (
    <Notice tone="warn" mark={t`Not saved`}>
      <Trans>Your changes are still here.</Trans>
      <ValueList values={typed} labelOf={labelOf} />
    </Notice>
  );
}

const ChangesDialog = requestedComponent(async () => (await import('./changes-dialog.tsx')).ChangesDialog);

/** Number of fields that differ from the record; opens the diff. Hidden if there are none. */
export function ChangesButton({ id }: { id: string }) {
  const values = useWatch();
  const { baseline, isReadOnly } = useRecordFormContext();
  const [isOpen, setOpen] = useState(false);
  const count = changedFieldNames(values, baseline().values).length;
  if (isReadOnly) return null;
  return (
    <>
      {count > 0 && (
        <Button onClick={() => setOpen(true)}>
          <Plural value={count} one="# change" other="# changes" />
        </Button>
      )}
      {isOpen && <ChangesDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

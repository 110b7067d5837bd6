import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { FormField } from '#src/form/fields/form-field.tsx';
import { RecordForm, type RecordFormProps } from '#src/form/record-form.tsx';
import { useFieldError, useFieldLabel, useRecordFormContext } from '#src/form/record-form-context.ts';
import { navigate } from '#src/lib/router.ts';
import { classNames } from '#src/ui/class-names.ts';
import { CodeEditor } from '#src/ui/code-editor/code-editor.tsx';
import { FieldError } from '#src/ui/form/field.tsx';
import { Tabs, tabClass } from '#src/ui/layout/page-header.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { changedSettingsSchema } from '../client-settings/known-settings.ts';
import { SettingsField } from '../client-settings/settings-field.tsx';
import { ClientEmbedding } from './client-embedding.tsx';
import { LivePreview } from './preview/live-preview.tsx';

/** The code attributes, each with a tab of its own. */
const codeParts = [
  { part: 'html', label: msg`HTML`, field: 'default_embedded_html' },
  { part: 'css', label: msg`CSS`, field: 'default_embedded_css' },
  { part: 'guest', label: msg`CSS for guests`, field: 'default_guest_css' },
] as const;

const tabs = [
  ...codeParts,
  { part: 'settings', label: msg`Settings`, field: 'settings' },
  { part: 'embedding', label: msg`Embedding`, field: undefined },
  // Only on narrow screens, which have no room for the preview beside the form.
  { part: 'preview', label: msg`Preview`, field: undefined },
] as const;

const additionalSchemas = { settings: changedSettingsSchema };

type ClientPart = (typeof tabs)[number]['part'];

interface ClientFormProps {
  /** The client to edit, whose save is delayed by the undo window; undefined for a new one. */
  row: Row<typeof clients> | undefined;
  onSaved: RecordFormProps<typeof clients>['onSaved'];
  buttons: ReactNode;
}

export function ClientForm({ row, onSaved, buttons }: ClientFormProps) {
  const { t, i18n } = useLingui();
  const [part, showPart] = useClientPart();
  const leave = t`Press Escape, then Tab, to leave the editor.`;
  // On a wide screen the preview is beside the form, which then shows its first tab.
  const shown = part === 'preview' ? 'html' : part;
  const paneClass = (isShown: boolean) => (isShown ? 'flex min-h-0 flex-1 flex-col gap-1' : 'hidden');
  return (
    <RecordForm
      resource={clients}
      row={row}
      onSaved={onSaved}
      additionalSchemas={additionalSchemas}
      undoableName={row && (({ title }) => String(title))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="pane flex flex-col lg:grid lg:grid-cols-2">
        <div
          className={classNames(
            'flex min-h-0 min-w-0 flex-col overflow-y-auto border-line lg:border-e',
            part === 'preview' ? 'max-lg:shrink-0' : 'flex-1',
          )}
        >
          <div className={classNames('grid gap-4 p-4 pb-2 sm:grid-cols-2', part === 'preview' && 'max-lg:hidden')}>
            <FormField of={clients} name="title" label={t`Title`} autoFocus={!row} />
            <FormField
              of={clients}
              name="code"
              label={t`Code`}
              hint={!row && <Trans>Identifies the widget. Leave empty to generate one.</Trans>}
            />
          </div>
          <ClientTabs part={part} hasEmbedding={row !== undefined} />
          <div className={classNames('flex min-h-72 flex-1 flex-col p-4 pt-2', part === 'preview' && 'max-lg:hidden')}>
            {codeParts.map((code) => (
              <div key={code.part} className={paneClass(code.part === shown)}>
                <CodeField
                  name={code.field}
                  label={i18n._(code.label)}
                  description={leave}
                  onReveal={() => showPart(code.part)}
                />
              </div>
            ))}
            <div className={paneClass(shown === 'settings')}>
              <SettingsField onReveal={() => void showPart('settings')} />
            </div>
            {row && (
              <div className={part === 'embedding' ? 'flex flex-col gap-6' : 'hidden'}>
                <ClientEmbedding client={row} />
              </div>
            )}
            <p
              className={
                part === 'settings' || part === 'embedding' ? 'hidden' : 'pt-1 text-muted text-sm pointer-coarse:hidden'
              }
            >
              <Trans>Esc then Tab to leave · Ctrl+F to search</Trans>
            </p>
          </div>
        </div>
        <div className={classNames('flex min-h-0 min-w-0 flex-1 flex-col', part !== 'preview' && 'max-lg:hidden')}>
          <LivePreview />
        </div>
      </div>
      <footer className="outbox-foot flex min-h-bar shrink-0 flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-1.5 empty:hidden">
        {buttons}
      </footer>
    </RecordForm>
  );
}

/** Tabs of the client form, each with its own URL. A tab that contains an invalid field is marked. */
function ClientTabs({ part, hasEmbedding }: { part: ClientPart; hasEmbedding: boolean }) {
  const { t, i18n } = useLingui();
  const { pathname, state } = useLocation();
  const { errors } = useFormState();
  return (
    <Tabs label={t`Client sections`} className="border-line border-b">
      {tabs.map((tab) => {
        if (tab.part === 'embedding' && !hasEmbedding) return null;
        return (
          <Link
            key={tab.part}
            to={`${pathname}?part=${tab.part}`}
            state={state}
            replace
            ref={(link) => {
              if (tab.part === part) link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            }}
            aria-current={tab.part === part ? 'page' : undefined}
            className={classNames(tabClass, tab.part === 'preview' && 'lg:hidden')}
          >
            {i18n._(tab.label)}
            {tab.field && errors[tab.field] && (
              <StatusBadge status="danger">
                <Trans>Error</Trans>
              </StatusBadge>
            )}
          </Link>
        );
      })}
    </Tabs>
  );
}

function useClientPart(): [part: ClientPart, show: (part: ClientPart) => Promise<void>] {
  const { search, state } = useLocation();
  const named = new URLSearchParams(search).get('part');
  const part = tabs.find((tab) => tab.part === named)?.part ?? 'html';
  return [part, (next) => navigate({ search: `?part=${next}` }, { replace: true, state, flushSync: true })];
}

interface CodeFieldProps {
  name: (typeof codeParts)[number]['field'];
  label: string;
  description: string;
  /** Makes the editor visible before it gets focus. */
  onReveal: () => Promise<void>;
}

/** Code editor bound to one of the client's HTML or CSS attributes. Fills its container. */
function CodeField({ name, label, description, onReveal }: CodeFieldProps) {
  const { field } = useController({ name });
  const { isReadOnly, flushes } = useRecordFormContext();
  const error = useFieldError(name);
  useFieldLabel(name, label);
  return (
    <>
      <CodeEditor
        ref={(editor) => {
          field.ref(editor && { focus: () => void onReveal().then(editor.focus) });
          if (editor) flushes.set(name, editor.flush);
        }}
        label={label}
        language={clients.attributes[name].language ?? 'html'}
        value={String(field.value ?? '')}
        onChange={field.onChange}
        onBlur={field.onBlur}
        isReadOnly={isReadOnly}
        isInvalid={error !== undefined}
        description={error ?? description}
      />
      <FieldError>{error}</FieldError>
    </>
  );
}

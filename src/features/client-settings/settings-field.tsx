import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useFieldError, useFieldLabel, useRecordFormContext } from '#src/form/record-form-context.ts';
import { asRecord } from '#src/lib/json.ts';
import { CodeEditor } from '#src/ui/code-editor/code-editor.tsx';
import { FieldError } from '#src/ui/form/field.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { readMembers } from './json-members.ts';
import { knownKeys } from './known-settings.ts';
import { SettingsForm } from './settings-form.tsx';

const NAME = 'settings';

/**
 * Two views of the settings: a form for the known ones, and JSON, in which everything can be changed. `onReveal` shows
 * the field before it takes the focus.
 */
export function SettingsField({ onReveal }: { onReveal: () => void }) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ name: NAME });
  const { trigger, getValues } = useFormContext();
  const { isReadOnly, flushes } = useRecordFormContext();
  const [view, setView] = useState<'form' | 'json'>('form');
  const root = useRef<HTMLDivElement>(null);
  const error = useFieldError(NAME);
  const areFieldsAtFault = knownKeys.some((key) => asRecord(fieldState.error)?.[key]);
  const label = t`Settings`;
  useFieldLabel(NAME, label);
  const text = String(field.value ?? '');
  const members = readMembers(text);
  // Text that is not valid JSON yet has no form.
  const isForm = view === 'form' && members !== undefined;
  const change = (next: string) => {
    field.onChange(next);
    if (error !== undefined) void trigger(NAME);
  };
  /** Called later than the render that created it, so it looks at the current DOM. */
  const focusError = (editor: { focus: () => void }) => {
    onReveal();
    requestAnimationFrame(() => {
      const invalid = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (invalid) return invalid.focus();
      setView('json');
      requestAnimationFrame(() => editor.focus());
    });
  };
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          label={t`Edit settings as`}
          value={isForm ? 'form' : 'json'}
          segments={[
            { value: 'form', label: t`Form` },
            { value: 'json', label: t`JSON` },
          ]}
          onChange={setView}
        />
        {!members && (
          <span className="text-muted text-sm">
            <Trans>Enter a valid JSON object to go back to the form.</Trans>
          </span>
        )}
      </div>
      {isForm && (
        <SettingsForm
          text={text}
          members={members}
          isReadOnly={isReadOnly}
          path={NAME}
          onChange={change}
          onBlur={() => void trigger(NAME)}
          onShowJson={() => setView('json')}
        />
      )}
      {/* Stays mounted, so that errors can focus it and its undo history survives. */}
      <div className={isForm ? 'hidden' : 'flex min-h-40 flex-1 flex-col'}>
        <CodeEditor
          ref={(editor) => {
            field.ref(editor && { focus: () => focusError(editor) });
            if (editor) flushes.set(NAME, editor.flush);
          }}
          label={t`${label} as JSON`}
          language="json"
          value={text}
          onChange={change}
          onBlur={() => {
            field.onBlur();
            // The value may be newer than the last render.
            if (!readMembers(String(getValues(NAME)))) void trigger(NAME);
          }}
          isReadOnly={isReadOnly}
          isInvalid={error !== undefined}
          description={error ?? t`Press Escape, then Tab, to leave the editor.`}
        />
      </div>
      {/* The fields of the form show their own errors. */}
      {!(isForm && areFieldsAtFault) && <FieldError>{error}</FieldError>}
    </div>
  );
}

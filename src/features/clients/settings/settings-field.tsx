import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { CodeEditor } from '#src/ui/code-editor/code-editor.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { useFieldError, useFieldLabel, useRecordFormContext } from '../record-form-context.ts';
import { readSettings, ScalarFields, writeScalar } from './scalar-fields.tsx';

interface SettingsFieldProps {
  /** Name of an attribute of kind object. */
  name: string;
  label: string;
  /** Scrolls or switches to the field before it takes the focus. */
  onReveal?: () => void;
}

/**
 * An object as a form of its scalar values, and as JSON, where everything can be changed. Loads the code editor, so
 * only for pages that have one anyway.
 */
export function SettingsField({ name, label, onReveal }: SettingsFieldProps) {
  const { t } = useLingui();
  const { field } = useController({ name });
  const { isReadOnly } = useRecordFormContext();
  const [view, setView] = useState<'form' | 'json'>('form');
  const error = useFieldError(name);
  useFieldLabel(name, label);
  const text = String(field.value ?? '');
  const shape = readSettings(text);
  // Text that is not valid JSON yet has no form.
  const isForm = view === 'form' && shape !== undefined;
  const focusJson = (editor: { focus: () => void }) => {
    onReveal?.();
    setView('json');
    requestAnimationFrame(() => editor.focus());
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          label={t`Settings as`}
          value={isForm ? 'form' : 'json'}
          segments={[
            { value: 'form', label: t`Form` },
            { value: 'json', label: t`JSON` },
          ]}
          onChange={setView}
        />
        {!shape && (
          <span className="text-muted text-sm">
            <Trans>The form comes back once this is a JSON object.</Trans>
          </span>
        )}
      </div>
      {isForm && (
        <ScalarFields
          scalars={shape.scalars}
          nested={shape.nested}
          isReadOnly={isReadOnly}
          onChange={(scalar, value) => field.onChange(writeScalar(text, scalar, value))}
          onShowJson={() => setView('json')}
        />
      )}
      {/* Stays mounted, so that errors can focus it and its undo history survives. */}
      <div className={isForm ? 'hidden' : 'flex min-h-40 flex-1 flex-col'}>
        <CodeEditor
          ref={(editor) => {
            field.ref(editor && { focus: () => focusJson(editor) });
          }}
          label={t`${label} as JSON`}
          language="json"
          value={text}
          onChange={field.onChange}
          onBlur={field.onBlur}
          isReadOnly={isReadOnly}
          isInvalid={error !== undefined}
          description={error ?? t`Escape, then Tab, leaves the editor.`}
          className="flex-1"
        />
      </div>
      {error && (
        <StatusBadge status="danger" className="whitespace-normal text-sm">
          {error}
        </StatusBadge>
      )}
    </div>
  );
}

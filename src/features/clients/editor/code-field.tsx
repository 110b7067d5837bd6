import { useController } from 'react-hook-form';
import { clients } from '#contract/clients.ts';
import { useFieldLabel, useRecordFormContext } from '#src/crud/record-form-context.ts';
import { useFieldError } from '#src/crud/use-field-error.ts';
import { CodeEditor } from '#src/ui/code-editor/code-editor.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';

type CodeName = 'default_embedded_html' | 'default_embedded_css' | 'default_guest_css';

interface CodeFieldProps {
  name: CodeName;
  label: string;
  description: string;
  /** Makes the editor visible before it gets focus. */
  onReveal: () => void;
}

/** Code editor bound to one of the client's HTML or CSS attributes. Fills its container. */
export function CodeField({ name, label, description, onReveal }: CodeFieldProps) {
  const { field } = useController({ name });
  const { isReadOnly } = useRecordFormContext();
  const error = useFieldError(name);
  useFieldLabel(name, label);
  return (
    <>
      <CodeEditor
        ref={(editor) => {
          field.ref(editor && { focus: () => revealAndFocus(onReveal, editor) });
        }}
        label={label}
        language={clients.attributes[name].language ?? 'html'}
        value={String(field.value ?? '')}
        onChange={field.onChange}
        onBlur={field.onBlur}
        isReadOnly={isReadOnly}
        isInvalid={error !== undefined}
        description={error ?? description}
        className="flex-1"
      />
      {error && (
        <StatusMark status="danger" className="whitespace-normal text-sm">
          {error}
        </StatusMark>
      )}
    </>
  );
}

function revealAndFocus(onReveal: () => void, editor: { focus: () => void }) {
  onReveal();
  // Wait for the re-render: a hidden element cannot take focus.
  requestAnimationFrame(() => editor.focus());
}

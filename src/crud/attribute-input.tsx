import { useFormContext } from 'react-hook-form';
import type { Attribute } from '#contract/attribute.ts';
import { Input } from '#src/ui/input.tsx';
import { Select } from '#src/ui/select.tsx';
import { Textarea } from '#src/ui/textarea.tsx';

export interface AttributeInputProps {
  attribute: Attribute;
  /** Form path of the value: `name`, or `name.index.part`. */
  path: string;
  isReadOnly: boolean;
  autoFocus?: boolean | undefined;
  /** Initial rows of a multi-line text. */
  rows?: number | undefined;
  /** Labels for the values of a choice. */
  wordOf: (value: string) => string;
}

/** The bare input for an attribute's kind; the enclosing Field labels it. */
export function AttributeInput({ attribute, path, isReadOnly, autoFocus, rows = 3, wordOf }: AttributeInputProps) {
  const { register } = useFormContext();
  const wiring = { ...register(path), autoFocus };
  switch (attribute.kind) {
    case 'choice':
      return (
        <Select {...wiring} disabled={isReadOnly}>
          {attribute.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {wordOf(choice)}
            </option>
          ))}
        </Select>
      );
    case 'object':
      return (
        <Textarea {...wiring} dir="ltr" readOnly={isReadOnly} rows={rows} spellCheck={false} className="font-mono" />
      );
    case 'text': {
      const isCode = attribute.language !== undefined;
      return (
        <Textarea
          {...wiring}
          readOnly={isReadOnly}
          rows={rows}
          spellCheck={!isCode}
          dir={isCode ? 'ltr' : undefined}
          className={isCode ? 'font-mono' : ''}
        />
      );
    }
    default:
      return <Input {...wiring} readOnly={isReadOnly} autoComplete="off" />;
  }
}

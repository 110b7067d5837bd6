import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import type { Attribute } from '#contract/attribute.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { ElementFields } from './element-fields.tsx';
import { blankElement } from './form-values.ts';
import { useRecordFormContext } from './record-form-context.ts';
import { useFieldError } from './use-field-error.ts';

interface ListFieldProps {
  list: Attribute;
  name: string;
  label: ReactNode;
  hint: ReactNode;
  /** The first element's main part gets the focus. */
  autoFocus: boolean;
  /** What the parts of an element are called. */
  wordOf: (part: string) => string;
}

/** A list of objects as a numbered group of inputs for each, which can be added, moved and taken away. */
export function ListField({ list, name, label, hint, autoFocus, wordOf }: ListFieldProps) {
  const { isReadOnly } = useRecordFormContext();
  const { fields, append, move, remove } = useFieldArray({ name, keyName: 'key' });
  const error = useFieldError(name);
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const removeAt = (index: number) => {
    remove(index);
    // The button that had the focus goes; the one that adds is the nearest that stays.
    addButton.current?.focus();
  };
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-medium">{label}</legend>
      {hint && <p className="text-muted text-sm">{hint}</p>}
      {fields.map((field, index) => (
        <fieldset key={field.key} className="flex min-w-0 flex-col gap-2 border-line border-s-2 ps-3">
          <legend className="sr-only">{index + 1}</legend>
          {!isReadOnly && <ElementBar index={index} count={fields.length} onMove={move} onRemove={removeAt} />}
          <ElementFields list={list} path={`${name}.${index}`} wordOf={wordOf} autoFocus={autoFocus && index === 0} />
        </fieldset>
      ))}
      {error && (
        <p id={`${id}-error`} className="text-sm">
          <StatusMark status="danger" className="whitespace-normal">
            {error}
          </StatusMark>
        </p>
      )}
      {!isReadOnly && (
        <Button ref={addButton} className="self-start" onClick={() => append(blankElement(list))}>
          <Plus aria-hidden="true" className="size-4" />
          <Trans>Add</Trans>
        </Button>
      )}
    </fieldset>
  );
}

interface ElementBarProps {
  index: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

function ElementBar({ index, count, onMove, onRemove }: ElementBarProps) {
  const { t } = useLingui();
  const number = index + 1;
  return (
    <div className="flex items-center gap-1">
      <span aria-hidden="true" className="me-auto text-muted text-sm">
        {number}
      </span>
      <IconButton
        size="small"
        label={t`Move ${number} up`}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="small"
        label={t`Move ${number} down`}
        disabled={number === count}
        onClick={() => onMove(index, number)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={t`Remove ${number}`} onClick={() => onRemove(index)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}

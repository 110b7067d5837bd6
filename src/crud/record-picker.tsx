import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '#src/api/queries.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import type { Choice, RecordChoice } from './record-choice.ts';
import { useErrorSentence } from './use-error-sentence.ts';

export interface RecordPickerProps {
  from: RecordChoice;
  /** Id of the chosen record; empty for none. */
  value: string;
  onChange: (id: string) => void;
  isClearable?: boolean;
  placeholder?: string;
  isDisabled?: boolean;
  autoFocus?: boolean;
  /** Required outside a Field. */
  label?: string;
  className?: string;
}

const noChoices: Choice[] = [];

/** Picks a record by typing a part of its name. Labelled by an enclosing Field. */
export function RecordPicker({
  from,
  value,
  onChange,
  isClearable,
  placeholder,
  isDisabled,
  autoFocus,
  label,
  className,
}: RecordPickerProps) {
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const sentence = useErrorSentence();
  const key = [...queryKeys.connection(), ...from.key];
  const found = useQuery({
    queryKey: [...key, 'search', text],
    queryFn: () => from.search(text),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
  const chosen = useQuery({
    queryKey: [...key, 'find', value],
    queryFn: async () => (await from.find(value)) ?? null,
    enabled: value !== '',
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: observes focus of the field inside, takes none itself.
    <span className="contents" onFocus={() => setWanted(true)}>
      <Combobox
        items={found.data ?? noChoices}
        value={value === '' ? null : (chosen.data ?? { id: value, label: value })}
        onChange={(choice) => onChange(choice?.id ?? '')}
        onQuery={setText}
        busy={found.isLoading || found.isPlaceholderData}
        problem={found.error && sentence(found.error)}
        {...(isClearable && { clearable: true })}
        {...(placeholder && { placeholder })}
        {...(isDisabled && { disabled: true })}
        {...(autoFocus && { autoFocus })}
        {...(label && { 'aria-label': label })}
        {...(className && { className })}
      />
    </span>
  );
}

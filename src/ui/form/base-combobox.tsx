import { Combobox } from '@base-ui/react/combobox';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { labelId, useFieldWiring } from './input.tsx';

export interface ComboboxItem {
  id: string;
  /** Text shown in the list, and in the field once chosen. */
  label: string;
}

export interface BaseComboboxProps {
  /** Current matches; the caller searches, locally or at the service. */
  items: readonly ComboboxItem[];
  value: ComboboxItem | null;
  onChange: (value: ComboboxItem | null) => void;
  /** Called with the search text; empty when the search ends. */
  onQuery: (query: string) => void;
  /** The items are from the previous query: shown, but not selectable. */
  busy?: boolean;
  /** Why the search failed. */
  problem?: ReactNode;
  /** Whether the choice can be cleared. */
  clearable?: boolean;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  onFocus?: () => void;
  'aria-label'?: string;
}

/** Field and list of `Combobox`, on Base UI; in a separate module, to be loaded on demand. */
export function BaseCombobox({ items, value, onChange, onQuery, busy, problem, ...props }: BaseComboboxProps) {
  const { clearable, placeholder, disabled, autoFocus, onFocus, 'aria-label': label } = props;
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const wiring = useFieldWiring();
  const type = (text?: string) => {
    setTyped(text);
    onQuery(text ?? '');
  };
  return (
    <Combobox.Root<ComboboxItem>
      items={items}
      // The items are already the search results.
      filter={null}
      isItemEqualToValue={(item, chosen) => item.id === chosen.id}
      value={value}
      onValueChange={(item, { reason, cancel }) => {
        // The user clears the text to type another: the choice stays until another one is made.
        if (reason === 'input-clear') cancel();
        else onChange(item);
      }}
      inputValue={typed ?? value?.label ?? ''}
      onInputValueChange={(text, { reason }) => type(reason === 'input-change' ? text : undefined)}
      open={isOpen}
      onOpenChange={setOpen}
      autoHighlight
      disabled={disabled}
    >
      <Combobox.Input
        {...wiring}
        ref={setInput}
        aria-label={label}
        // While the list is open, everything else is hidden from screen readers, including the label; a name by
        // reference still works.
        aria-labelledby={wiring.id && labelId(wiring.id)}
        aria-busy={busy}
        placeholder={placeholder}
        autoFocus={autoFocus}
        onFocus={onFocus}
        onBlur={() => type()}
        // With the list closed, Base UI would clear the choice, but Escape belongs to the enclosing dialog.
        onKeyDown={(event) => !isOpen && event.key === 'Escape' && event.preventBaseUIHandler()}
        className="control truncate pe-14"
      />
      {clearable && (
        <Combobox.Clear
          aria-label={t`Clear`}
          tabIndex={0}
          className="absolute end-7 inline-flex size-6 items-center justify-center rounded-box text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </Combobox.Clear>
      )}
      {/* A modal dialog covers what is outside it; elsewhere the list belongs to the page's main region. */}
      <Combobox.Portal container={input?.closest<HTMLElement>('dialog, main') ?? undefined}>
        <Matches busy={busy} problem={problem} />
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function Matches({ busy, problem }: Pick<BaseComboboxProps, 'busy' | 'problem'>) {
  const { t } = useLingui();
  return (
    <Combobox.Positioner positionMethod="fixed" align="start" sideOffset={4} className="z-20">
      <Combobox.Popup className="floating min-w-(--anchor-width) max-w-(--available-width) p-1">
        <Combobox.Empty className="px-2 py-1 text-muted empty:hidden">
          {problem ?? (busy ? <Trans>Searching…</Trans> : <Trans>No matches</Trans>)}
        </Combobox.Empty>
        <Combobox.List aria-label={t`Matches`} className="max-h-[min(20rem,var(--available-height))] overflow-y-auto">
          {(item: ComboboxItem) => (
            <Combobox.Item
              key={item.id}
              value={item}
              disabled={busy}
              className="flex min-h-control cursor-pointer items-center gap-2 rounded-[4px] px-2 py-1 data-highlighted:bg-pressed"
            >
              <span className="min-w-0 flex-1">{item.label}</span>
              <Combobox.ItemIndicator>
                <Check aria-label={t`Selected`} className="size-4 shrink-0 text-muted" />
              </Combobox.ItemIndicator>
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  );
}

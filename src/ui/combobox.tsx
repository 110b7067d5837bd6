import { Trans, useLingui } from '@lingui/react/macro';
import { Check, ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { useFieldWiring } from './field.tsx';
import { type ListChoice, useListChoice } from './use-list-choice.ts';

export interface ComboboxProps<T> {
  /** What matches the query now; the caller searches, here or at the service. */
  items: readonly T[];
  itemKey: (item: T) => string;
  /** The item as text: what the input shows once it is chosen. */
  itemLabel: (item: T) => string;
  /** The item as it stands in the list, where that is more than its label. */
  renderItem?: (item: T) => ReactNode;
  value: T | null;
  onChange: (value: T | null) => void;
  /** What has been typed; empty when nothing is being looked for. */
  query: string;
  onQuery: (query: string) => void;
  /** A search is under way: the list says so, and does not yet claim that there is nothing. */
  busy?: boolean;
  /** Why the search failed. */
  problem?: ReactNode;
  /** A choice can be taken back. */
  clearable?: boolean;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  'aria-label'?: string;
  className?: string;
}

/** A field in which a record is found by typing a part of its name, and picked. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { items, itemKey, itemLabel, value, onChange, query, busy, clearable, className, disabled } = props;
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const choice = useListChoice({
    keys: items.map(itemKey),
    onPick: (index) => onChange(items[index] ?? null),
    onQuery: props.onQuery,
  });
  const listId = useId();
  const label = value === null ? '' : itemLabel(value);

  return (
    <div className={classNames('relative flex items-center', className)}>
      <input
        {...useFieldWiring()}
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-label={props['aria-label']}
        aria-autocomplete="list"
        aria-expanded={choice.open}
        aria-controls={choice.open ? listId : undefined}
        aria-activedescendant={choice.open && choice.active >= 0 ? `${listId}-${choice.active}` : undefined}
        aria-busy={busy}
        placeholder={props.placeholder}
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: asked for by a dialog that opens on this field.
        autoFocus={props.autoFocus}
        value={choice.typing ? query : label}
        onChange={(event) => choice.type(event.target.value)}
        onClick={choice.show}
        onBlur={choice.hide}
        onKeyDown={(event) => onKey(event, choice)}
        className="control truncate pe-14"
      />
      {clearable && value !== null && !disabled && (
        <button
          type="button"
          aria-label={t`Clear`}
          onClick={() => {
            onChange(null);
            input.current?.focus();
          }}
          className="absolute end-7 inline-flex size-6 items-center justify-center rounded-box text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-2 size-4 text-muted" />
      {choice.open && <Suggestions {...props} choice={choice} listId={listId} anchor={input} />}
    </div>
  );
}

function onKey(event: KeyboardEvent, choice: ListChoice) {
  // While an input method composes, its keys are its own.
  if (event.nativeEvent.isComposing) return;
  const handled = choice.key(event.key);
  if (!handled) return;
  event.preventDefault();
  event.stopPropagation();
}

interface SuggestionsProps<T> extends ComboboxProps<T> {
  choice: ListChoice;
  listId: string;
  anchor: React.RefObject<HTMLInputElement | null>;
}

function Suggestions<T>({ choice, listId, anchor, ...props }: SuggestionsProps<T>) {
  const { items, itemKey, itemLabel, renderItem = itemLabel, value, busy, problem } = props;
  const { t } = useLingui();
  const popup = useRef<HTMLDivElement>(null);

  useEffect(() => {
    popup.current?.showPopover(anchor.current ? { source: anchor.current } : undefined);
  }, [anchor]);

  useEffect(() => {
    document.getElementById(`${listId}-${choice.active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, choice.active]);

  return (
    <div
      ref={popup}
      popover="manual"
      className="anchored floating max-h-80 min-w-[anchor-size(width)] max-w-form overflow-y-auto p-1"
    >
      <div id={listId} role="listbox" aria-label={t`Matches`}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the input, which keeps the focus.
          <div
            key={itemKey(item)}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === choice.active}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => choice.point(index)}
            onClick={() => choice.pick(index)}
            className="flex min-h-control cursor-pointer items-center gap-2 rounded-[4px] px-2 py-1 aria-selected:bg-pressed"
          >
            <div className="min-w-0 flex-1">{renderItem(item)}</div>
            {value !== null && itemKey(value) === itemKey(item) && (
              <Check aria-label={t`Chosen`} className="size-4 shrink-0 text-muted" />
            )}
          </div>
        ))}
      </div>
      <div role="status" className="px-2 text-muted empty:hidden">
        {problem ??
          (busy
            ? items.length === 0 && <Trans>Searching…</Trans>
            : items.length === 0 && <Trans>Nothing found.</Trans>)}
      </div>
    </div>
  );
}

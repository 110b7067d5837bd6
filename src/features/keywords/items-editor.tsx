import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ItemList } from '#src/domain/keywords/item-list.ts';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { isImeKey } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

interface ItemsEditorProps {
  list: ItemList;
  text: string;
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

/** Editable list of items. Enter adds an item, Backspace removes an empty one. */
export function ItemsEditor({ list, text, isReadOnly, onChange }: ItemsEditorProps) {
  const { t, i18n } = useLingui();
  const root = useRef<HTMLOListElement>(null);
  // Empty items live in local state until filled in; they are not stored.
  const [shown, setShown] = useState({ text, items: list.items, write: list.write });
  const current = shown.text === text ? shown : { text, items: list.items, write: list.write };

  const change = (items: readonly string[]) => {
    const written = current.write?.(items.filter((item) => item.trim() !== '')) ?? text;
    setShown({ ...current, text: written, items });
    if (written !== text) onChange(written);
  };
  const focusAt = (index: number) =>
    root.current?.querySelectorAll<HTMLElement>('input, textarea')[Math.max(0, index)]?.focus();
  const addAfter = (index: number) => {
    flushSync(() => change(current.items.toSpliced(index + 1, 0, '')));
    focusAt(index + 1);
  };
  const removeAt = (index: number) => {
    flushSync(() => change(current.items.toSpliced(index, 1)));
    focusAt(Math.min(index, current.items.length - 2));
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !isImeKey(event);
    if (isReadOnly || !isPlain) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      addAfter(index);
    }
    if (event.key === 'Backspace' && current.items[index] === '') {
      event.preventDefault();
      removeAt(index);
    }
  };
  /** Moves an item, and the focus with it. */
  const move = (from: number, step: 1 | -1) => {
    const item = current.items[from] ?? '';
    flushSync(() => change(current.items.toSpliced(from, 1).toSpliced(from + step, 0, item)));
    root.current?.children[from + step]?.querySelectorAll('button')[step < 0 ? 0 : 1]?.focus();
  };
  return (
    <>
      <ol ref={root} className="flex flex-col gap-1">
        {keyedByIndex(current.items).map(({ key: index, item }) => {
          const number = i18n.number(index + 1);
          const wiring = {
            'aria-label': t`Item ${number}`,
            value: item,
            readOnly: isReadOnly,
            onKeyDown: (event: KeyboardEvent) => onKey(event, index),
          };
          const setItem = (value: string) => change(current.items.with(index, value));
          return (
            <li key={index} className="flex items-center gap-1">
              {item.includes('\n') ? (
                <Textarea {...wiring} rows={2} onChange={(event) => setItem(event.target.value)} />
              ) : (
                <Input {...wiring} autoComplete="off" onChange={(event) => setItem(event.target.value)} />
              )}
              {!isReadOnly && (
                <ItemButtons
                  number={number}
                  isFirst={index === 0}
                  isLast={index === current.items.length - 1}
                  onMove={(step) => move(index, step)}
                  onRemove={() => removeAt(index)}
                />
              )}
            </li>
          );
        })}
      </ol>
      {!isReadOnly && (
        <Button size="small" className="self-start" onClick={() => addAfter(current.items.length - 1)}>
          <Plus aria-hidden="true" className="size-3.5" />
          <Trans>Add item</Trans>
        </Button>
      )}
    </>
  );
}

interface ItemButtonsProps {
  number: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

function ItemButtons({ number, isFirst, isLast, onMove, onRemove }: ItemButtonsProps) {
  const { t } = useLingui();
  return (
    <span className="flex shrink-0">
      <IconButton size="small" label={t`Move item ${number} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={t`Move item ${number} down`} disabled={isLast} onClick={() => onMove(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={t`Remove item ${number}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </span>
  );
}

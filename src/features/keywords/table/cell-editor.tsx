import { useLingui } from '@lingui/react/macro';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { Kbd } from '#src/ui/kbd.tsx';
import { readItems } from '../items/item-list.ts';

/** How editing a cell ended. */
export type EditEnd = 'save' | 'cancel' | 'next' | 'previous' | 'left';

interface CellEditorProps {
  label: string;
  text: string;
  /** The cell may contain several lines. */
  isLong: boolean;
  isInvalid: boolean;
  onType: (text: string) => void;
  onEnd: (end: EditEnd) => void;
}

const lookClass =
  'control absolute start-0 top-0 z-5 w-full rounded-none border-accent px-2 outline-2 outline-ring -outline-offset-2';

/** Input of a cell in edit mode. Enter saves, Escape reverts, Tab moves to the next cell. */
export function CellEditor({ label, text, isLong, isInvalid, onType, onEnd }: CellEditorProps) {
  const [start] = useState(text);
  const [list] = useState(() => {
    const read = isLong ? readItems(text) : undefined;
    // Items that contain line breaks cannot be edited one per line.
    return read?.write && !read.items.some((item) => item.includes('\n')) ? read : undefined;
  });
  const [shown, setShown] = useState(() => (list ? list.items.join('\n') : text));
  const type = (typed: string) => {
    setShown(typed);
    const isAsRead = list && typed === list.items.join('\n');
    onType(isAsRead ? start : (list?.write?.(typed.split('\n').filter((line) => line.trim() !== '')) ?? typed));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keep keys typed here from the grid's shortcuts.
    event.stopPropagation();
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const end = readEnd(event);
    if (!end) return;
    event.preventDefault();
    if (end === 'cancel') onType(start);
    onEnd(end);
  };
  const wiring = {
    'aria-label': label,
    'aria-invalid': isInvalid || undefined,
    autoFocus: true,
    value: shown,
    onKeyDown,
    onBlur: (event: FocusEvent<HTMLElement>) => {
      const row = event.currentTarget.closest('[data-row]');
      if (!row?.contains(event.relatedTarget)) onEnd('left');
    },
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => event.currentTarget.select(),
  };
  if (!isLong) {
    return (
      <input
        type="text"
        autoComplete="off"
        {...wiring}
        onChange={(event) => type(event.target.value)}
        className={`${lookClass} h-full`}
      />
    );
  }
  return (
    <>
      <textarea
        {...wiring}
        placeholder=" "
        rows={Math.min(8, shown.split('\n').length + 1)}
        onChange={(event) => type(event.target.value)}
        className={`${lookClass} field-sizing-content h-auto max-h-60 min-h-full resize-none py-2`}
      />
      <LineHint isList={list !== undefined} />
    </>
  );
}

function LineHint({ isList }: { isList: boolean }) {
  const { t } = useLingui();
  return (
    <span
      aria-hidden="true"
      // Above the sticky header, too.
      className="floating absolute end-0 bottom-full z-20 flex items-center gap-1.5 px-2 py-0.5 text-muted text-sm"
    >
      {isList && `${t`One item a line`} ·`} <Kbd keys="Shift+Enter" /> {t`new line`}
    </span>
  );
}

function readEnd(event: KeyboardEvent): EditEnd | undefined {
  if (event.key === 'Escape') return 'cancel';
  if (event.key === 'Tab') return event.shiftKey ? 'previous' : 'next';
  return event.key === 'Enter' && !event.shiftKey && !event.altKey ? 'save' : undefined;
}

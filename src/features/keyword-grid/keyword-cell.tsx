import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useId, useState } from 'react';
import { readItems } from '#src/domain/keywords/item-list.ts';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { isImeKey } from '#src/lib/use-shortcuts.ts';
import type { TableColumn } from '#src/list/table/features.ts';
import { pinnedCellProps } from '#src/list/table/table-style.ts';
import { Badge } from '#src/ui/badge.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Cell } from '#src/ui/layout/table.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { cellText, type GridColumn, problemsOf, type RowEdit } from './row-edits.ts';
import { keywordColumnLabel } from './row-notice.tsx';

export type EditEnd = 'save' | 'cancel' | 'next' | 'previous';

interface KeywordCellProps {
  row: Keyword;
  shown: TableColumn<Keyword>;
  column: GridColumn;
  edit: RowEdit | undefined;
  /** Text of a second line, from a column that is not shown; empty for none. */
  below: string;
  isEditing: boolean;
  isEntry: boolean;
  onPress: () => void;
  /** Receives the row as it was when the editor opened. */
  onType: (opened: Keyword, text: string) => void;
  onEnd: (end: EditEnd) => void;
}

export function KeywordCell(props: KeywordCellProps) {
  const { row, shown, column, edit, below, isEditing, isEntry, onPress, onType, onEnd } = props;
  const { t } = useLingui();
  const pinned = pinnedCellProps(shown);
  const text = cellText(row, edit, column);
  const isInvalid = problemsOf(edit).some(({ path }) => path === column);
  return (
    <Cell
      role="gridcell"
      data-cell={`${row.id} ${column}`}
      tabIndex={isEntry ? 0 : -1}
      aria-invalid={isInvalid || undefined}
      numeric={column === 'id'}
      onClick={onPress}
      className={classNames(
        'ring-inside',
        column === 'id' ? 'pe-5' : 'cursor-text',
        column === 'key_name' ? 'font-medium' : 'text-muted',
        edit && text !== (row[column] ?? '') && 'bg-warn-soft',
        isEditing ? 'z-4' : 'overflow-hidden',
        below && 'py-0!',
        pinned.className ?? 'relative',
      )}
      style={pinned.style}
    >
      {isEditing ? (
        <CellEditor
          label={t`${keywordColumnLabel(column)} of ${row.key_name}`}
          {...{ row, edit, text }}
          isLong={column === 'suggestions'}
          isInvalid={isInvalid}
          onType={onType}
          onEnd={onEnd}
        />
      ) : column === 'suggestions' ? (
        <ItemLine text={text} />
      ) : text ? (
        <Truncated text={text} />
      ) : (
        <span className="text-faint">–</span>
      )}
      {below && !isEditing && (
        <>
          {' '}
          <Truncated text={below} className="font-normal text-muted text-sm" />
        </>
      )}
    </Cell>
  );
}

interface CellEditorProps extends Pick<KeywordCellProps, 'row' | 'edit' | 'onType' | 'onEnd'> {
  label: string;
  text: string;
  isLong: boolean;
  isInvalid: boolean;
}

const placeClass = 'absolute start-0 top-0 z-5 w-full';
const lookClass = 'control rounded-none border-accent px-2 outline-2 outline-ring -outline-offset-2';

/** Input of a cell in edit mode. Enter saves, Escape reverts, Tab moves to the next cell. */
function CellEditor({ label, row, edit, text, isLong, isInvalid, onType, onEnd }: CellEditorProps) {
  const hintId = useId();
  const [start] = useState(text);
  const [opened, setOpened] = useState({ row, edit });
  // A later change is another user's, hence a conflict, unless it is the save of the edits that the row had.
  if (opened.edit && !edit && row !== opened.row) setOpened({ row, edit });
  const [list] = useState(() => {
    const read = isLong ? readItems(text) : undefined;
    // Items that contain line breaks cannot be edited one per line.
    return read?.write && !read.items.some((item) => item.includes('\n')) ? read : undefined;
  });
  const [typed, setTyped] = useState<string>();
  const startShown = list ? list.items.join('\n') : start;
  const shown = typed ?? startShown;
  const type = (next: string) => {
    setTyped(next);
    const lines = next.split('\n').filter((line) => line.trim() !== '');
    onType(opened.row, next === startShown ? start : (list?.write?.(lines) ?? next));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keep keys typed here from the grid's shortcuts.
    event.stopPropagation();
    if (isImeKey(event)) return;
    const end = readEnd(event);
    if (!end) return;
    event.preventDefault();
    if (end === 'cancel' && typed !== undefined) onType(opened.row, start);
    onEnd(end);
  };
  const wiring = {
    'aria-label': label,
    'aria-invalid': isInvalid || undefined,
    autoFocus: true,
    value: shown,
    onKeyDown,
    ref: selectAll,
  };
  if (!isLong) {
    return (
      <input
        type="text"
        autoComplete="off"
        {...wiring}
        onChange={(event) => type(event.target.value)}
        className={`${placeClass} ${lookClass} h-full`}
      />
    );
  }
  return (
    <div className={`${placeClass} flex min-h-full`}>
      <textarea
        {...wiring}
        aria-describedby={hintId}
        placeholder=" "
        rows={Math.min(8, shown.split('\n').length + 1)}
        onChange={(event) => type(event.target.value)}
        // Scrolled into view with the hint.
        style={{ scrollMarginBlockEnd: '2rem' }}
        className={`${lookClass} field-sizing-content h-auto max-h-60 resize-none py-2`}
      />
      <LineHint id={hintId} isList={list !== undefined} />
    </div>
  );
}

/** For a field that has just opened; later, when the window gets the focus back, the caret stays. */
const selectAll = (field: HTMLInputElement | HTMLTextAreaElement | null) => field?.select();

/** Below the field: above it, the sticky header would cover it in the first row. */
function LineHint({ id, isList }: { id: string; isList: boolean }) {
  const { t } = useLingui();
  return (
    <span id={id} className="floating absolute end-0 top-full flex items-center gap-1.5 px-2 py-0.5 text-muted text-sm">
      {isList && `${t`One item per line`} ·`} <Kbd keys="Shift+Enter" /> {t`new line`}
    </span>
  );
}

function readEnd(event: KeyboardEvent): EditEnd | undefined {
  if (event.key === 'Escape') return 'cancel';
  if (event.key === 'Tab') return event.shiftKey ? 'previous' : 'next';
  return event.key === 'Enter' && !event.shiftKey && !event.altKey ? 'save' : undefined;
}

/** A keyword's suggestions in one line, with their count if they are a list. */
function ItemLine({ text }: { text: string | null }) {
  const { i18n } = useLingui();
  if (!text) return <span className="text-faint">–</span>;
  const list = readItems(text);
  if (!list) return <Truncated text={text} />;
  return (
    <span className="flex items-center gap-2">
      <Badge>{i18n.number(list.items.length)}</Badge>
      <Truncated text={list.items.join(' · ')} className="flex-1" />
    </span>
  );
}

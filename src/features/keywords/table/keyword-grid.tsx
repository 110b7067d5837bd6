import { useLingui } from '@lingui/react/macro';
import { type RefObject, useRef, useState } from 'react';
import { may } from '#src/crud/may.ts';
import type { Selection } from '#src/crud/use-selection.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Cell, HeadCell, SortCell, Table, TableHead } from '#src/ui/table.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { type Keyword, type KeywordColumn, keywordColumns } from '../keyword.ts';
import type { KeywordSort } from '../list/arrange-keywords.ts';
import { columnClass, KeywordRow, type RowActions } from './keyword-row.tsx';
import { RowNotice } from './row-notice.tsx';
import { useColumnLabel } from './use-column-label.ts';
import { useGridCell } from './use-grid-cell.ts';
import { useNearRows } from './use-near-rows.ts';
import type { RowEditing } from './use-row-edits.ts';

export interface KeywordGridProps {
  rows: Keyword[];
  editing: RowEditing;
  selection: Selection;
  sort: KeywordSort;
  onSort: (by: KeywordColumn) => void;
  /** The query part of the address, which stays while a keyword is open over the table. */
  search: string;
  scroller: RefObject<HTMLDivElement | null>;
  onDuplicate: (row: Keyword) => void;
}

const COLUMNS = keywordColumns.length + 2;

/** The keywords as a grid: cells are gone through by arrows and typed into with Enter or F2; long lists draw what is near sight. */
export function KeywordGrid(props: KeywordGridProps) {
  const { rows, editing, selection, search, scroller, onDuplicate } = props;
  const { t } = useLingui();
  const { edits } = editing;
  const table = useRef<HTMLTableElement>(null);
  const columnLabel = useColumnLabel();
  const hasNotice = (row: Keyword) => edits.get(row.id)?.state === 'failed';
  const near = useNearRows({ rows, scroller, table, hasNotice });
  const grid = useGridCell({
    table,
    rows,
    reveal: near.reveal,
    mayEdit: (row) => may(row, 'update'),
    onLeave: editing.save,
  });
  near.keep(grid.rowIndex);
  const { cell, rowIndex } = grid;
  const actions = useSteadyActions({
    onCell: grid.press,
    onType: editing.type,
    onEnd: grid.end,
    onTick: selection.toggle,
    onDuplicate,
  });
  const tick = (isRange: boolean) => () => cell && selection.toggle(cell.id, isRange);
  useShortcuts({
    'j|ArrowDown': () => grid.moveRow(1),
    'k|ArrowUp': () => grid.moveRow(-1),
    o: () => table.current?.querySelector<HTMLElement>(`[data-row="${cell?.id}"] a`)?.click(),
    x: tick(false),
    X: tick(true),
    'Mod+a': () => selection.setAll(true),
  });
  const ticked = new Set(selection.ids);
  return (
    <Table
      ref={table}
      role="grid"
      aria-label={t`Keywords`}
      aria-rowcount={rows.length + 1}
      className="table-fixed"
      onKeyDown={grid.onKeyDown}
    >
      <GridHead {...props} columnLabel={columnLabel} />
      <tbody>
        {near.shown.map(({ index, before }) => {
          const row = rows[index];
          if (!row) return null;
          const edit = edits.get(row.id);
          return [
            before > 0 && <Gap key={`before ${row.id}`} px={before} />,
            <KeywordRow
              key={row.id}
              row={row}
              rowIndex={index + 2}
              edit={edit}
              isSaved={editing.saved.has(row.id)}
              isSelected={ticked.has(row.id)}
              active={cell?.id === row.id ? cell.column : undefined}
              isEditing={cell?.id === row.id && cell.isEditing}
              isEntry={index === Math.max(0, rowIndex)}
              search={search}
              actions={actions}
            />,
            edit?.state === 'failed' && (
              <tr key={`${row.id} notice`} className="h-row bg-bad-soft">
                <Cell role="gridcell" colSpan={COLUMNS}>
                  <RowNotice
                    edit={edit}
                    columnLabel={columnLabel}
                    onSave={() => editing.save(row.id)}
                    onSaveOver={() => editing.saveOver(row.id)}
                    onDiscard={() => editing.discard(row.id)}
                  />
                </Cell>
              </tr>
            ),
          ];
        })}
        {near.after > 0 && <Gap px={near.after} />}
      </tbody>
    </Table>
  );
}

/** Holds the place of rows that are not in the page. */
function Gap({ px }: { px: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can take the focus.
    <tr aria-hidden="true" style={{ height: px }}>
      <td colSpan={COLUMNS} />
    </tr>
  );
}

function GridHead({
  selection,
  sort,
  onSort,
  columnLabel,
}: KeywordGridProps & { columnLabel: (name: string) => string }) {
  const { t } = useLingui();
  return (
    <TableHead>
      <HeadCell className="w-10">
        <Checkbox
          aria-label={t`Select all rows`}
          checked={selection.isAll}
          mixed={selection.ids.length > 0 && !selection.isAll}
          onChange={(event) => selection.setAll(event.target.checked)}
        />
      </HeadCell>
      {keywordColumns.map((column) => (
        <SortCell
          key={column}
          className={columnClass[column]}
          sorted={sort.by === column ? (sort.isDownwards ? 'descending' : 'ascending') : undefined}
          onSort={() => onSort(column)}
        >
          {columnLabel(column)}
        </SortCell>
      ))}
      <HeadCell className="w-28">
        <VisuallyHidden>{t`State and actions`}</VisuallyHidden>
      </HeadCell>
    </TableHead>
  );
}

/** The newest actions behind functions that stay the same. */
function useSteadyActions(newest: RowActions): RowActions {
  const latest = useRef(newest);
  latest.current = newest;
  const [steady] = useState<RowActions>(() => ({
    onCell: (...given) => latest.current.onCell(...given),
    onType: (...given) => latest.current.onType(...given),
    onEnd: (...given) => latest.current.onEnd(...given),
    onTick: (...given) => latest.current.onTick(...given),
    onDuplicate: (...given) => latest.current.onDuplicate(...given),
  }));
  return steady;
}

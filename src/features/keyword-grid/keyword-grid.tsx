import { useLingui } from '@lingui/react/macro';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type RefObject, useRef } from 'react';
import { keywords } from '#contract/keywords.ts';
import { type FailedAction, useFailedActions } from '#src/bulk/failed-actions.ts';
import { FailedLine } from '#src/bulk/failed-mark.tsx';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { RecordHead } from '#src/list/table/record-head.tsx';
import { useStableCallbacks } from '#src/list/table/record-row.tsx';
import { SELECT_REM, tableStyle } from '#src/list/table/table-style.ts';
import type { ConfiguredTable } from '#src/list/table/use-record-table.ts';
import { sayEnd, sayNoRow } from '#src/list/use-list-keys.ts';
import { Cell, Table } from '#src/ui/layout/table.tsx';
import { KeywordRow } from './keyword-row.tsx';
import { isGridColumn } from './row-edits.ts';
import { RowNotice } from './row-notice.tsx';
import { useGridCell } from './use-grid-cell.ts';
import type { RowEditing } from './use-row-edits.ts';

interface KeywordGridProps {
  rows: Keyword[];
  editing: RowEditing;
  arranged: ConfiguredTable<Keyword>;
  /** The URL's query string, kept while a keyword is open over the table. */
  search: string;
  scroller: RefObject<HTMLDivElement | null>;
  onDuplicate: (row: Keyword) => void;
  onMerge: (id: string) => void;
}

const ACTIONS_REM = 7;
/** Tables up to this length are not virtualized. */
const FEW = 150;
const OVERSCAN = 6;
const HEAD_PX = 32;
const USUAL_ROW_PX = 40;

/** Keywords as an ARIA grid: arrow keys move between cells, Enter or F2 edits. Long lists are virtualized. */
export function KeywordGrid(props: KeywordGridProps) {
  const { rows, editing, arranged, search, scroller, onDuplicate, onMerge } = props;
  const { columns, selection, layout } = arranged;
  // The data columns, the checkbox, the actions and the filler.
  const span = columns.length + 3;
  const { t } = useLingui();
  const { edits } = editing;
  const table = useRef<HTMLTableElement>(null);
  const failed = useFailedActions(keywords.type);
  const grid = useGridCell({
    table,
    rows,
    columns: columns.map(({ id }) => id).filter(isGridColumn),
    search,
    reveal: (index) => {
      if (isLong) virtualizer.scrollToIndex(index, { align: 'auto' });
      else table.current?.querySelectorAll('[data-row]')[index]?.scrollIntoView({ block: 'nearest' });
    },
    onSave: editing.save,
    onLeave: editing.leave,
  });
  const { cell, rowIndex } = grid;
  const isLong = rows.length > FEW;
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    // Rows that were not shown yet are as high as one that was.
    estimateSize: (): number => virtualizer.itemSizeCache.values().next().value ?? USUAL_ROW_PX,
    // A new function on each render makes the virtualizer estimate the heights again.
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_PX,
    // Keep the focused row rendered, wherever the user scrolls.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      const isNear = rowIndex < 0 || near.includes(rowIndex);
      return isNear ? near : [...near, rowIndex].sort((a, b) => a - b);
    },
  });
  const near = isLong ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }));
  const after = isLong ? virtualizer.getTotalSize() - (near.at(-1)?.end ?? 0) : 0;
  const actions = useStableCallbacks({
    onCell: grid.press,
    onType: editing.type,
    onEnd: grid.end,
    onLeave: grid.leave,
    onToggle: selection.onToggle,
    onDuplicate,
  });
  const withCell = (act: (id: string) => void) => () => (cell && rowIndex >= 0 ? act(cell.id) : sayNoRow());
  const tick = (isRange: boolean) => withCell((id) => selection.toggle(id, isRange));
  const move = (step: 1 | -1) => () => {
    if (rowIndex >= 0 && !rows[rowIndex + step]) sayEnd(step, rows.length);
    else grid.moveRow(step);
  };
  useShortcuts({
    'j|ArrowDown': move(1),
    'k|ArrowUp': move(-1),
    'o|Enter': withCell((id) => table.current?.querySelector<HTMLElement>(`[data-row="${id}"] a`)?.click()),
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
      data-density={layout.density}
      className="table-fixed"
      style={tableStyle(arranged, { start: SELECT_REM, end: ACTIONS_REM })}
      onKeyDown={grid.onKeyDown}
    >
      <RecordHead
        arranged={arranged}
        selectLabel={t`Select all rows`}
        actions={{ label: t`Status and actions`, className: 'w-28' }}
      />
      {near.map(({ index, start }, place) => {
        const before = start - (near[place - 1]?.end ?? 0);
        const row = rows[index];
        if (!row) return null;
        const edit = edits.get(row.id);
        const failure = edit ? undefined : failed.get(row.id);
        return (
          <Fragment key={row.id}>
            {before > 0 && <Gap span={span} px={before} />}
            <tbody ref={isLong ? virtualizer.measureElement : undefined} data-index={index}>
              <KeywordRow
                row={row}
                columns={columns}
                rowIndex={index + 2}
                edit={edit}
                isSaved={editing.saved.has(row.id)}
                isSelected={ticked.has(row.id)}
                active={cell?.id === row.id ? cell.column : undefined}
                isEditing={cell?.id === row.id && cell.isEditing}
                isEntry={index === Math.max(0, rowIndex)}
                search={search}
                actions={actions}
              />
              {failure && <FailedRow failed={failure} span={span} />}
              {edit?.state === 'failed' && (
                <tr className="h-row bg-bad-soft">
                  <Cell role="gridcell" colSpan={span}>
                    <RowNotice id={row.id} edit={edit} editing={editing} onMerge={() => onMerge(row.id)} />
                  </Cell>
                </tr>
              )}
            </tbody>
          </Fragment>
        );
      })}
      {after > 0 && <Gap span={span} px={after} />}
    </Table>
  );
}

function FailedRow({ failed, span }: { failed: FailedAction; span: number }) {
  return (
    <tr className="h-row bg-bad-soft">
      <Cell role="gridcell" colSpan={span} className="ps-8">
        <FailedLine failed={failed} />
      </Cell>
    </tr>
  );
}

function Gap({ span, px }: { span: number; px: number }) {
  return (
    <tbody aria-hidden="true">
      <tr style={{ height: px }}>
        <td colSpan={span} />
      </tr>
    </tbody>
  );
}

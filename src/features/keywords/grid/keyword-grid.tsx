import { useLingui } from '@lingui/react/macro';
import { type RefObject, useRef } from 'react';
import { keywords } from '#contract/keywords.ts';
import { type FailedAction, useFailedActions } from '#src/bulk/failed-actions.ts';
import { FailedLine } from '#src/bulk/failed-mark.tsx';
import { isKeywordColumn, type Keyword } from '#src/domain/keywords/keyword.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { RecordHead } from '#src/list/table/record-head.tsx';
import { useStableCallbacks } from '#src/list/table/record-row.tsx';
import { SELECT_REM, tableStyle } from '#src/list/table/table-style.ts';
import type { ConfiguredTable } from '#src/list/table/use-record-table.ts';
import { sayEnd, sayNoRow } from '#src/list/use-list-keys.ts';
import { Cell, Table } from '#src/ui/layout/table.tsx';
import { KeywordRow } from './keyword-row.tsx';
import { RowNotice } from './row-notice.tsx';
import { useGridCell } from './use-grid-cell.ts';
import type { RowEditing } from './use-row-edits.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

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
  const hasNotice = ({ id }: Keyword) => {
    const edit = edits.get(id);
    return edit ? edit.state === 'failed' : failed.has(id);
  };
  const near = useVirtualRows({ rows, scroller, table, density: layout.density, hasNotice });
  const grid = useGridCell({
    table,
    rows,
    columns: columns.map(({ id }) => id).filter(isKeywordColumn),
    search,
    reveal: near.reveal,
    onSave: editing.save,
    onLeave: editing.leave,
  });
  near.keep(grid.rowIndex);
  const { cell, rowIndex } = grid;
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
      <tbody>
        {near.shown.map(({ index, before }) => {
          const row = rows[index];
          if (!row) return null;
          const edit = edits.get(row.id);
          const failure = edit ? undefined : failed.get(row.id);
          return [
            before > 0 && <Gap key={`before ${row.id}`} span={span} px={before} />,
            <KeywordRow
              key={row.id}
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
            />,
            failure && <FailedRow key={`${row.id} failed`} failed={failure} span={span} />,
            edit?.state === 'failed' && (
              <tr key={`${row.id} notice`} className="h-row bg-bad-soft">
                <Cell role="gridcell" colSpan={span}>
                  <RowNotice id={row.id} edit={edit} editing={editing} onMerge={() => onMerge(row.id)} />
                </Cell>
              </tr>
            ),
          ];
        })}
        {near.after > 0 && <Gap span={span} px={near.after} />}
      </tbody>
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
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: neither the row nor its cell takes the focus.
    <tr aria-hidden="true" style={{ height: px }}>
      <td colSpan={span} />
    </tr>
  );
}

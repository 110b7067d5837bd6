import { useLingui } from '@lingui/react/macro';
import { Copy, SquareArrowOutUpRight } from 'lucide-react';
import { Fragment, memo } from 'react';
import { Link } from 'react-router';
import { fromList } from '#src/crud/close-route.ts';
import { may } from '#src/crud/may.ts';
import type { ShownColumn } from '#src/crud/table/features.ts';
import { isPinnedEdge, pinnedBeside, pinnedLook } from '#src/crud/table/pinned-look.ts';
import { Filler, firstPinnedAtEnd } from '#src/crud/table/record-head.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { Cell, Row } from '#src/ui/table.tsx';
import { tooltip } from '#src/ui/tooltip.ts';
import { Truncated } from '#src/ui/truncated.tsx';
import { ItemLine } from '../items/item-line.tsx';
import type { Keyword, KeywordColumn } from '../keyword.ts';
import { CellEditor, type EditEnd } from './cell-editor.tsx';
import { cellText, type RowEdit } from './row-edits.ts';
import { useColumnLabel } from './use-column-label.ts';

export interface KeywordRowProps {
  row: Keyword;
  /** Visible columns, in order. */
  columns: readonly ShownColumn<Keyword>[];
  rowIndex: number;
  edit: RowEdit | undefined;
  isSaved: boolean;
  isSelected: boolean;
  /** The cell with keyboard focus, if it is in this row. */
  active: KeywordColumn | undefined;
  isEditing: boolean;
  /** Whether Tab reaches the row's controls. */
  isEntry: boolean;
  search: string;
  actions: RowActions;
}

/** Callbacks of the rows. A stable object, so that memoized rows do not re-render. */
export interface RowActions {
  onCell: (row: Keyword, column: KeywordColumn) => void;
  onType: (row: Keyword, column: KeywordColumn, text: string) => void;
  onEnd: (row: Keyword, column: KeywordColumn, end: EditEnd) => void;
  onToggle: (id: string, event: unknown) => void;
  onDuplicate: (row: Keyword) => void;
}

export const KeywordRow = memo(function KeywordRow(props: KeywordRowProps) {
  const { row, columns, rowIndex, edit, isSelected, active, isEditing, isEntry, actions } = props;
  const columnLabel = useColumnLabel();
  const { t } = useLingui();
  const name = cellText(row, edit, 'key_name');
  const tabIndex = isEntry ? 0 : -1;
  const fillerAt = firstPinnedAtEnd(columns);
  return (
    <Row data-row={row.id} aria-rowindex={rowIndex} selected={isSelected}>
      <Cell
        role="gridcell"
        className={classNames('w-10', pinnedBeside(columns[0]?.getIsPinned() === 'start', 'start'))}
      >
        <Checkbox
          tabIndex={tabIndex}
          aria-label={t`Select ${name}`}
          checked={isSelected}
          onChange={(event) => actions.onToggle(row.id, event)}
        />
      </Cell>
      {columns.map((shown) => {
        // The cast is safe: the table has only these columns.
        const column = shown.id as KeywordColumn;
        const pinned = pinnedLook(column, shown.getIsPinned(), isPinnedEdge(shown));
        const text = cellText(row, edit, column);
        const isActive = active === column;
        return (
          <Fragment key={column}>
            {column === fillerAt && <Filler />}
            <Cell
              role="gridcell"
              data-cell={`${row.id} ${column}`}
              tabIndex={isActive || (isEntry && !active && column === 'key_name') ? 0 : -1}
              aria-invalid={edit?.problems[column] ? true : undefined}
              onClick={() => actions.onCell(row, column)}
              className={classNames(
                'ring-inside cursor-text',
                column === 'key_name' ? 'font-medium' : 'text-muted',
                edit && text !== (row[column] ?? '') && 'bg-warn-soft',
                isActive && isEditing ? 'z-4' : 'overflow-hidden',
                pinned.className ?? 'relative',
              )}
              style={pinned.style}
            >
              {isActive && isEditing ? (
                <CellEditor
                  label={t`${columnLabel(column)} of ${row.key_name}`}
                  text={text}
                  isLong={column === 'suggestions'}
                  isInvalid={edit?.problems[column] !== undefined}
                  onType={(typed) => actions.onType(row, column, typed)}
                  onEnd={(end) => actions.onEnd(row, column, end)}
                />
              ) : column === 'suggestions' ? (
                <ItemLine text={text} />
              ) : text ? (
                <Truncated text={text} />
              ) : (
                <span className="text-faint">–</span>
              )}
            </Cell>
          </Fragment>
        );
      })}
      <Cell role="gridcell" className={classNames('w-28 py-0', pinnedBeside(fillerAt !== undefined, 'end'))}>
        <RowControls {...props} name={name} tabIndex={tabIndex} />
      </Cell>
      {fillerAt === undefined && <Filler />}
    </Row>
  );
});

function RowControls(props: KeywordRowProps & { name: string; tabIndex: number }) {
  const { row, edit, isSaved, search, name, tabIndex, actions } = props;
  const { t } = useLingui();
  return (
    <div className="flex items-center justify-end gap-0.5">
      <span className="me-auto">
        {edit?.state === 'saving' && <Spinner />}
        {edit?.state === 'typed' && (
          <StatusMark status="unread" wordless>
            {t`Typed, not saved`}
          </StatusMark>
        )}
        {edit?.state === 'failed' && (
          <StatusMark status="danger" wordless>
            {t`Not saved`}
          </StatusMark>
        )}
        {!edit && isSaved && (
          <StatusMark status="approved" wordless>
            {t`Saved`}
          </StatusMark>
        )}
      </span>
      {may(row, 'update') && (
        <IconButton
          size="small"
          tabIndex={tabIndex}
          label={t`Duplicate ${name}`}
          onClick={() => actions.onDuplicate(row)}
        >
          <Copy aria-hidden="true" />
        </IconButton>
      )}
      <Link
        to={paths.keyword(row.id) + search}
        state={fromList}
        tabIndex={tabIndex}
        aria-label={t`Open ${name}`}
        {...tooltip(t`Open`, 'o')}
        className={`${buttonClass({ kind: 'quiet', size: 'small', square: true })} [&>svg]:size-4`}
      >
        <SquareArrowOutUpRight aria-hidden="true" className="rtl:-scale-x-100" />
      </Link>
    </div>
  );
}

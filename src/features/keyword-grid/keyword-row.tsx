import { useLingui } from '@lingui/react/macro';
import { Copy, SquareArrowOutUpRight } from 'lucide-react';
import { Fragment, memo } from 'react';
import { Link } from 'react-router';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import type { TableColumn } from '#src/list/table/features.ts';
import { FillerCell, firstPinnedAtEnd } from '#src/list/table/record-head.tsx';
import { pinnedEdgeProps } from '#src/list/table/table-style.ts';
import { can } from '#src/page/can.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { actOnce, buttonClass, Spinner } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Cell, Row } from '#src/ui/layout/table.tsx';
import { tooltip } from '#src/ui/overlay/tooltip-layer.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { type EditEnd, KeywordCell } from './keyword-cell.tsx';
import { cellText, type GridColumn, isGridColumn, type RowEdit } from './row-edits.ts';

interface KeywordRowProps {
  row: Keyword;
  columns: readonly TableColumn<Keyword>[];
  rowIndex: number;
  edit: RowEdit | undefined;
  isSaved: boolean;
  isSelected: boolean;
  /** The cell with keyboard focus, if it is in this row. */
  active: GridColumn | undefined;
  isEditing: boolean;
  /** Whether Tab reaches the row's controls. */
  isEntry: boolean;
  search: string;
  actions: RowActions;
}

/** Callbacks of the rows. A stable object, so that memoized rows do not re-render. */
interface RowActions {
  onCell: (row: Keyword, column: GridColumn) => void;
  onType: (row: Keyword, column: GridColumn, text: string) => void;
  onEnd: (row: Keyword, column: GridColumn, end: EditEnd) => void;
  onLeave: (row: Keyword) => void;
  onToggle: (id: string, event: unknown) => void;
  onDuplicate: (row: Keyword) => void;
}

export const KeywordRow = memo(function KeywordRow(props: KeywordRowProps) {
  const { row, columns, rowIndex, edit, isSelected, active, isEditing, isEntry, actions } = props;
  const { t } = useLingui();
  const name = cellText(row, edit, 'key_name');
  const tabIndex = isEntry ? 0 : -1;
  const fillerAt = firstPinnedAtEnd(columns);
  const hasTitle = columns.some(({ id }) => id === 'key_title');
  return (
    <Row
      data-row={row.id}
      aria-rowindex={rowIndex}
      selected={isSelected}
      onBlur={({ currentTarget: element, relatedTarget }) => {
        // If only the window loses the focus, the field keeps it within the page.
        if (![relatedTarget, document.activeElement].some((at) => element.contains(at))) actions.onLeave(row);
      }}
    >
      <Cell role="gridcell" {...pinnedEdgeProps(columns, 'start', 'w-10')}>
        <Checkbox
          tabIndex={tabIndex}
          aria-label={t`Select ${name}`}
          checked={isSelected}
          onChange={(event) => actions.onToggle(row.id, event)}
        />
      </Cell>
      {columns.map((shown) => {
        const { id: column } = shown;
        if (!isGridColumn(column)) return null;
        const isActive = active === column;
        return (
          <Fragment key={column}>
            {column === fillerAt && <FillerCell />}
            <KeywordCell
              row={row}
              shown={shown}
              column={column}
              edit={edit}
              below={column === 'key_name' && !hasTitle ? cellText(row, edit, 'key_title') : ''}
              isEditing={isActive && isEditing}
              isEntry={isActive || (isEntry && !active && column === 'key_name')}
              onPress={() => actions.onCell(row, column)}
              onType={(opened, text) => actions.onType(opened, column, text)}
              onEnd={(end) => actions.onEnd(row, column, end)}
            />
          </Fragment>
        );
      })}
      <Cell role="gridcell" {...pinnedEdgeProps(columns, 'end', 'w-28 py-0')}>
        <RowControls {...props} name={name} tabIndex={tabIndex} />
      </Cell>
      {fillerAt === undefined && <FillerCell />}
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
          <StatusBadge status="unread" wordless>
            {t`Unsaved`}
          </StatusBadge>
        )}
        {edit?.state === 'failed' && (
          <StatusBadge status="danger" wordless>
            {t`Not saved`}
          </StatusBadge>
        )}
        {!edit && isSaved && (
          <StatusBadge status="approved" wordless>
            {t`Saved`}
          </StatusBadge>
        )}
      </span>
      {can(row, 'update') && (
        <IconButton
          size="small"
          tabIndex={tabIndex}
          label={t`Duplicate ${name}`}
          {...actOnce(() => actions.onDuplicate(row))}
        >
          <Copy aria-hidden="true" />
        </IconButton>
      )}
      <Link
        to={paths.keyword(row.id) + search}
        state={openedFromList}
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

import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from 'react-router';
import { suggestions } from '#contract/suggestions.ts';
import type { Included } from '#src/api/read-document.ts';
import { approachRecord } from '#src/crud/approach-record.ts';
import { fromList } from '#src/crud/close-route.ts';
import type { FilterSpec } from '#src/crud/filter-spec.ts';
import { ListPage } from '#src/crud/list-page.tsx';
import type { RecordColumn } from '#src/crud/table/features.ts';
import { paths } from '#src/paths.ts';
import { roomChoice } from '#src/records/rooms/room-choice.ts';
import { linkedRoomName } from '#src/records/rooms/room-name.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Truncated } from '#src/ui/truncated.tsx';
import { type Suggestion, suggestionName } from './suggestion-name.ts';
import { withRoom } from './suggestion-query.ts';

const columns: RecordColumn<Suggestion>[] = [
  {
    id: 'says',
    accessorFn: suggestionName,
    cell: ({ row }) => <Truncated text={suggestionName(row.original)} />,
    size: 720,
    minSize: 112,
    meta: { label: msg`Says`, grow: 2, text: suggestionName },
  },
  {
    id: 'messages',
    accessorFn: (row) => row.suggestion_messages_data.length,
    cell: ({ row }) => i18n.number(row.original.suggestion_messages_data.length),
    size: 104,
    meta: { label: msg`Messages`, numeric: true, from: 'md' },
  },
  {
    id: 'room',
    accessorFn: (row) => row.one.room?.id,
    cell: ({ row, table }) => <Truncated text={roomOf(row.original, table.options.meta?.included ?? {})} />,
    size: 400,
    minSize: 96,
    meta: { label: msg`Room`, grow: 1, text: roomOf },
  },
  { accessorKey: 'id', size: 80, meta: { label: msg`ID`, numeric: true, from: 'md' } },
];

function roomOf(suggestion: Suggestion, included: Included): string {
  return linkedRoomName(included, suggestion.one.room);
}

const filters: FilterSpec<typeof suggestions>[] = [
  { name: 'room_id', label: msg`Room`, from: roomChoice },
  { name: 'id', label: msg`ID`, isSecondary: true },
];

/** List of suggestions. A suggestion opens in a dialog over the list. */
export function Component() {
  const { t } = useLingui();
  const search = useLocation().search;
  return (
    <>
      <ListPage
        resource={suggestions}
        title={t`Suggestions`}
        columns={columns}
        filters={filters}
        base={withRoom}
        rowName={suggestionName}
        rowPath={(suggestion, listSearch) => paths.suggestion(suggestion.id) + listSearch}
        onApproach={approach}
        actions={
          <Link to={paths.newSuggestion() + search} state={fromList} className={buttonClass({ kind: 'primary' })}>
            <Trans>New suggestion</Trans>
          </Link>
        }
        empty={<Trans>There are no suggestions yet: messages prepared for a room.</Trans>}
        canDelete
        copyChanges={() => ({})}
      />
      <Outlet />
    </>
  );
}

function approach(suggestion: Suggestion) {
  approachRecord(suggestions, suggestion.id, withRoom.include);
  void import('./edit-suggestion.tsx');
}

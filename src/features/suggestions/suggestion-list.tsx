import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from 'react-router';
import { suggestions } from '#contract/suggestions.ts';
import { approachRecord } from '#src/crud/approach-record.ts';
import { fromList } from '#src/crud/close-route.ts';
import type { Column } from '#src/crud/column.ts';
import type { FilterSpec } from '#src/crud/filter-spec.ts';
import { ListPage } from '#src/crud/list-page.tsx';
import { paths } from '#src/paths.ts';
import { roomChoice } from '#src/records/rooms/room-choice.ts';
import { linkedRoomName } from '#src/records/rooms/room-name.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Truncated } from '#src/ui/truncated.tsx';
import { type Suggestion, suggestionName } from './suggestion-name.ts';
import { withRoom } from './suggestion-query.ts';

const columns: Column<typeof suggestions>[] = [
  { key: 'says', label: msg`Says`, render: (row) => <Truncated text={suggestionName(row)} /> },
  {
    key: 'messages',
    label: msg`Messages`,
    render: (row) => i18n.number(row.suggestion_messages_data.length),
    numeric: true,
    className: 'w-24 max-md:hidden',
  },
  {
    key: 'room',
    label: msg`Room`,
    render: (row, included) => <Truncated text={linkedRoomName(included, row.one.room)} />,
    className: 'md:w-1/3',
  },
  { name: 'id', label: msg`ID`, numeric: true, className: 'w-20 max-md:hidden' },
];

const filters: FilterSpec<typeof suggestions>[] = [
  { name: 'room_id', label: msg`Room`, from: roomChoice },
  { name: 'id', label: msg`ID`, isSecondary: true },
];

/** The suggestions; one of them opens in a dialog over the list. */
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

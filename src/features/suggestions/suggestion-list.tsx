import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CirclePlus } from 'lucide-react';
import { Link, Outlet, useLocation } from 'react-router';
import type { Resource } from '#contract/resource.ts';
import { suggestions } from '#contract/suggestions.ts';
import type { Included } from '#src/api/list-page.ts';
import { roomChoice } from '#src/domain/rooms/room-choice.ts';
import { linkedRoomName } from '#src/domain/rooms/room-name.ts';
import { navigate } from '#src/lib/router.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import type { FilterSpec } from '#src/list/filter-spec.ts';
import { ListPage } from '#src/list/list-page.tsx';
import { LOCAL_TEXT } from '#src/list/local-search.ts';
import type { RecordColumn } from '#src/list/table/features.ts';
import { prefetchRecord } from '#src/list/use-list.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { type Suggestion, suggestionName } from './suggestion-name.ts';
import { withRoom } from './suggestion-query.ts';

const columns: RecordColumn<Suggestion>[] = [
  {
    id: 'says',
    accessorFn: suggestionName,
    cell: ({ row, table }) => (
      <Message suggestion={row.original} room={roomOf(row.original, table.options.meta?.included ?? {})} />
    ),
    size: 720,
    minSize: 112,
    meta: { label: msg`Message`, grow: 2, text: suggestionName },
  },
  {
    id: 'messages',
    accessorFn: (row) => row.suggestion_messages_data.length,
    cell: ({ row }) => i18n.number(row.original.suggestion_messages_data.length),
    size: 104,
    meta: { label: msg({ message: 'Messages', context: 'count' }), numeric: true, from: 'md' },
  },
  {
    id: 'room',
    accessorFn: (row) => row.one.room?.id,
    cell: ({ row, table }) => <Truncated text={roomOf(row.original, table.options.meta?.included ?? {})} />,
    size: 400,
    minSize: 96,
    meta: { label: msg`Room`, grow: 1, from: 'md', text: roomOf },
  },
  { accessorKey: 'id', size: 80, meta: { label: msg`ID`, numeric: true, from: 'md' } },
];

function roomOf(suggestion: Suggestion, included: Included): string {
  return linkedRoomName(included, suggestion.one.room);
}

/** The text, in a narrow window in two lines, with the room below. */
function Message({ suggestion, room }: { suggestion: Suggestion; room: string }) {
  const isNarrow = !useBreakpoint()('md');
  return (
    <>
      <Truncated text={suggestionName(suggestion)} lines={isNarrow ? 2 : 1} />
      {isNarrow && <Truncated text={room} className="font-normal text-muted text-sm leading-5" />}
    </>
  );
}

/** Suggestions with the filter `text`, which the list applies itself because the API cannot search them. */
const searchableSuggestions = {
  ...suggestions,
  filters: { ...suggestions.filters, [LOCAL_TEXT]: { kind: 'contains' } },
} as const satisfies Resource;

function searchedText(suggestion: Suggestion, included: Included): string {
  const messages = suggestion.suggestion_messages_data.map(({ content }) => content);
  return [...messages, roomOf(suggestion, included)].join('\n');
}

const filters: FilterSpec<typeof searchableSuggestions>[] = [
  { name: LOCAL_TEXT, label: msg`Search messages` },
  { name: 'room_id', label: msg`Room`, from: roomChoice },
  { name: 'id', label: msg`ID` },
];

export function Component() {
  const { t } = useLingui();
  const search = useLocation().search;
  usePageActions(() => [
    {
      label: t`New suggestion`,
      Icon: CirclePlus,
      act: () => void navigate(paths.newSuggestion() + search, { state: openedFromList }),
    },
  ]);
  return (
    <>
      <ListPage
        resource={searchableSuggestions}
        searchedText={searchedText}
        title={t`Suggestions`}
        columns={columns}
        filters={filters}
        base={withRoom}
        rowName={suggestionName}
        rowPath={(suggestion, listSearch) => paths.suggestion(suggestion.id) + listSearch}
        onIntent={prefetch}
        actions={
          <Link to={paths.newSuggestion() + search} state={openedFromList} className={buttonClass({ kind: 'primary' })}>
            <Trans>New suggestion</Trans>
          </Link>
        }
        empty={<Trans>No suggestions yet. A suggestion is a ready-made message for a room.</Trans>}
        copyChanges={() => ({})}
      />
      <Outlet />
    </>
  );
}

function prefetch(suggestion: Suggestion) {
  prefetchRecord(suggestions, suggestion.id, withRoom.include);
  void import('./suggestion-dialog.tsx');
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { RequestError } from '#src/crud/request-error.tsx';
import { paths } from '#src/paths.ts';
import { asOfWords } from '#src/records/calendar-words.ts';
import { roomKind, roomName } from '#src/records/room-name.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Cell, HeadCell, Row, rowLinkClass, Table, TableHead } from '#src/ui/table.tsx';
import { Truncated } from '#src/ui/truncated.tsx';
import { Freshness } from './freshness.tsx';
import { useWaitingRooms, type WaitingRoom } from './use-waiting-rooms.ts';
import { WaitMark } from './wait-mark.tsx';
import { WaitingCounts } from './waiting-counts.tsx';

/** The rooms that await support, longest first, live. */
export function Component() {
  const { t } = useLingui();
  const { query, waiting } = useWaitingRooms();
  const { data, error, dataUpdatedAt, isFetching, refetch } = query;
  const retry = () => void refetch();
  const asOf = asOfWords(dataUpdatedAt);
  return (
    <>
      <title>{t`Watch · Countersign`}</title>
      <PageHeader
        title={<Trans>Watch</Trans>}
        aside={
          data && (
            <span>
              <Plural value={waiting.length} one="# room waits" other="# rooms wait" /> · <Trans>as of {asOf}</Trans>
            </span>
          )
        }
      />
      {data && <Freshness error={error} asOfMs={dataUpdatedAt} isReading={isFetching} onRetry={retry} />}
      {data?.isCut && (
        <Notice tone="warn" mark={t`Not all`}>
          <Trans>More rooms wait than can be watched here.</Trans>
        </Notice>
      )}
      {waiting.length > 0 && <WaitingCounts waiting={waiting} />}
      <div className="relative min-h-0 flex-1 overflow-auto">
        {data ? (
          <WaitingTable waiting={waiting} />
        ) : error ? (
          <RequestError error={error} onRetry={retry} />
        ) : (
          <SkeletonRows />
        )}
      </div>
    </>
  );
}

function WaitingTable({ waiting }: { waiting: WaitingRoom[] }) {
  const { t } = useLingui();
  if (waiting.length === 0) {
    return (
      <EmptyState>
        <Trans>No room waits for support.</Trans>
      </EmptyState>
    );
  }
  return (
    <Table aria-label={t`Rooms that await support`} className="table-fixed">
      <TableHead>
        <HeadCell className="w-44 sm:w-52">
          <Trans>Waits</Trans>
        </HeadCell>
        <HeadCell>
          <Trans>Room</Trans>
        </HeadCell>
        <HeadCell className="w-28 max-sm:hidden">
          <Trans>Kind</Trans>
        </HeadCell>
        <HeadCell className="w-32 max-md:hidden">
          <Trans>Code</Trans>
        </HeadCell>
      </TableHead>
      <tbody>
        {waiting.map(({ room, since }) => (
          <Row key={room.id}>
            <Cell>
              <WaitMark since={since} />
            </Cell>
            <Cell>
              <Link to={paths.room(room.id)} className={`${rowLinkClass} font-medium`}>
                <Truncated text={roomName(room)} />
              </Link>
            </Cell>
            <Cell className="text-muted max-sm:hidden">{roomKind(room.kind)}</Cell>
            <Cell className="truncate text-muted max-md:hidden">{room.room_code}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

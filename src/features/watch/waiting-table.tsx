import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '#src/paths.ts';
import { type Room, roomKind, roomName } from '#src/records/rooms/room-name.ts';
import { latenessAt, useLateCounts } from '#src/records/waiting/use-late-counts.ts';
import type { WaitingRoom } from '#src/records/waiting/use-waiting-rooms.ts';
import type { Lateness, WaitingSince } from '#src/records/waiting/waiting-since.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Cell, HeadCell, Row, rowLinkClass, Table, TableHead } from '#src/ui/table.tsx';
import { Truncated } from '#src/ui/truncated.tsx';
import { WaitMark } from './wait-mark.tsx';

/** The rooms that wait, in the order given. */
export function WaitingTable({ waiting }: { waiting: readonly WaitingRoom[] }) {
  const { t } = useLingui();
  const counts = useLateCounts(waiting);
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
        {waiting.map(({ room, since }, index) => (
          <WaitingRow key={room.id} room={room} {...since} late={latenessAt(index, counts)} />
        ))}
      </tbody>
    </Table>
  );
}

const grounds: Record<Lateness, string | undefined> = {
  waiting: undefined,
  late: 'bg-warn-soft/40',
  very_late: 'bg-bad-soft/60',
};

/** Rendered anew only where the room itself has changed, or how late it is: there may be five hundred. */
const WaitingRow = memo(function WaitingRow(props: WaitingSince & { room: Room; late: Lateness }) {
  const { room, unix, certainty, late } = props;
  return (
    <Row className={grounds[late]}>
      <Cell>
        <WaitMark unix={unix} certainty={certainty} late={late} />
      </Cell>
      <Cell>
        <Link to={paths.room(room.id)} className={`${rowLinkClass} font-medium`}>
          <Truncated text={roomName(room)} />
        </Link>
      </Cell>
      <Cell className="text-muted max-sm:hidden">{roomKind(room.kind)}</Cell>
      <Cell className="truncate text-muted max-md:hidden">{room.room_code}</Cell>
    </Row>
  );
});

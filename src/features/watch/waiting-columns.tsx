import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { roomSummary } from '#src/api/extensions/room-summary.ts';
import { answerState, ClientCell, LanguageCell, LastMessage, StateCell } from '#src/domain/rooms/room-cells.tsx';
import { type Room, roomName } from '#src/domain/rooms/room-name.ts';
import { roomLanguage } from '#src/domain/rooms/room-visitor.tsx';
import { undoAwaitingChange } from '#src/domain/waiting/awaiting-change.ts';
import type { Lateness } from '#src/domain/waiting/lateness.tsx';
import { TickingAge, WaitScale } from '#src/domain/waiting/ticking-age.tsx';
import type { WaitingRoom } from '#src/domain/waiting/use-waiting-rooms.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import type { RecordColumn } from '#src/list/table/features.ts';
import { Button } from '#src/ui/button.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';

export interface WaitingRow extends WaitingRoom {
  id: string;
  late: Lateness;
  /** The wait ends once the undo period is over. */
  isEnding: boolean;
}

/** Columns whose values the panel beside the table also shows. */
const inPanel: RecordColumn<WaitingRow>[] = [
  {
    id: 'client',
    accessorFn: ({ room }) => String(room.settings.client ?? ''),
    cell: ({ row }) => <ClientCell room={row.original.room} />,
    size: 184,
    meta: { label: msg`Client`, from: 'sm' },
  },
  {
    id: 'language',
    accessorFn: ({ room }) => String(room.settings.language ?? ''),
    cell: ({ row }) => <LanguageCell room={row.original.room} />,
    size: 112,
    meta: {
      label: msg`Language`,
      from: 'sm',
      text: ({ room }) => roomLanguage(room) ?? '',
    },
  },
];

/** Columns of the Watch table. Not sortable: it is always ordered by waiting time. */
export const waitingColumns: RecordColumn<WaitingRow>[] = [
  {
    id: 'waits',
    accessorFn: ({ since }) => since.unix,
    cell: ({ row }) => <Wait {...row.original} />,
    size: 136,
    minSize: 96,
    meta: {
      label: msg`Waiting`,
      text: ({ since }) => (since.certainty === 'unknown' ? '' : new Date(since.unix * 1000).toISOString()),
    },
  },
  {
    id: 'name',
    enableHiding: false,
    accessorFn: ({ room }) => room.name,
    cell: ({ row }) => <VisitorName {...row.original} />,
    size: 320,
    minSize: 112,
    meta: { label: msg`Visitor`, grow: 2, text: ({ room }) => roomName(room) },
  },
  {
    id: 'last_message',
    accessorFn: ({ room }) => room.id,
    cell: ({ row }) => <LastMessage room={row.original.room} />,
    size: 640,
    minSize: 128,
    meta: {
      label: msg`Last message`,
      grow: 3,
      from: 'sm',
      text: ({ room }) => roomSummary(room)?.lastMessage?.text ?? '',
    },
  },
  ...inPanel,
  {
    id: 'state',
    accessorFn: ({ room }) => room.id,
    cell: ({ row: { original } }) =>
      original.isEnding ? <Ending room={original.room} /> : <StateCell room={original.room} />,
    size: 256,
    meta: { label: msg`State`, from: 'sm', text: stateText },
  },
];

/** Column widths for windows narrower than 1280 px. */
const NARROW_SIZES: Readonly<Record<string, number>> = { waits: 112, client: 128, language: 88, state: 152 };

export const narrowColumns = waitingColumns.map((column) => ({
  ...column,
  size: NARROW_SIZES[column.id ?? ''] ?? column.size ?? 0,
}));

/** With all columns, so that the stored order contains all of them. */
export const columnsBesidePanel = waitingColumns.map((column) =>
  inPanel.includes(column) ? { ...column, meta: { ...column.meta, from: 'never' as const } } : column,
);

/** Text of the state cell, if the room came with its state. */
function stateText({ room, isEnding }: WaitingRow): string {
  if (isEnding) return t`Answered elsewhere`;
  const summary = roomSummary(room);
  switch (summary && answerState(room, summary)) {
    case 'unanswered':
      return t`No answer yet`;
    case 'in_review':
      return [t`Draft in review`, summary?.draft?.authorName ?? ''].filter(Boolean).join(' · ');
    case 'answered':
      return t`Answered`;
    default:
      return '';
  }
}

/** Waiting time of a room, with its lateness as a scale, in colour and in words. */
function Wait({ late, isEnding, since }: WaitingRow) {
  if (isEnding) return <TickingAge {...since} />;
  return (
    <span className="flex max-w-26 flex-col gap-1">
      <span className="whitespace-nowrap font-semibold text-ink">
        <TickingAge {...since} />
        {late !== 'waiting' && (
          <span className="sr-only"> {late === 'very_late' ? <Trans>Overdue</Trans> : <Trans>Due soon</Trans>}</span>
        )}
      </span>
      {since.certainty !== 'unknown' && <WaitScale unix={since.unix} late={late} />}
    </span>
  );
}

function VisitorName({ room, isEnding }: WaitingRow) {
  const isNarrow = !useBreakpoint()('sm');
  return (
    <>
      <Truncated text={roomName(room)} className={isEnding ? 'font-normal text-muted' : 'font-semibold text-md'} />
      {isNarrow && (
        <span className="block font-normal text-sm">
          <LastMessage room={room} />
        </span>
      )}
    </>
  );
}

/** Replaces the state while the end of the wait can be undone. */
function Ending({ room }: { room: Room }) {
  const { t } = useLingui();
  return (
    <span className="flex items-center gap-2">
      <span className="truncate text-sm">
        <Trans>Answered elsewhere</Trans>
      </span>
      <Button
        size="small"
        className="relative z-1"
        aria-label={t`Undo: ${roomName(room)}`}
        onClick={() => undoAwaitingChange(room.id)}
      >
        <Trans>Undo</Trans>
      </Button>
    </span>
  );
}

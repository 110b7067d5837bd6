import { Trans } from '@lingui/react/macro';
import { LiveAge } from '#src/records/waiting/live-age.tsx';
import type { Lateness, WaitingSince } from '#src/records/waiting/waiting-since.ts';
import { StatusMark } from '#src/ui/status-mark.tsx';

const marks = { waiting: 'waiting', late: 'warn', very_late: 'danger' } as const;

/** Waiting time of a room, with lateness by shape, word and colour. */
export function WaitMark({ late, ...since }: WaitingSince & { late: Lateness }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <StatusMark status={marks[late]} className="font-medium">
        <LiveAge {...since} />
      </StatusMark>
      {late !== 'waiting' && (
        <span className="text-muted">{late === 'very_late' ? <Trans>Very late</Trans> : <Trans>Late</Trans>}</span>
      )}
    </span>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type SyntheticEvent, useState } from 'react';
import { connection } from '#src/api/connection.ts';
import { useWaitingHistory } from '#src/api/extensions/waiting-history.ts';
import { formatTime } from '#src/domain/conversation/format-time.ts';
import { type Sample, waitingSamples } from '#src/domain/waiting/waiting-samples.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { useStore } from '#src/lib/store.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { Cell, HeadCell, Row, Table, TableHead } from '#src/ui/layout/table.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { aggregateByHour } from './sample-aggregates.ts';
import { BusiestHours, OpenedRooms } from './starts-heatmap.tsx';

/** Charts of past waits: the last hours, and by weekday and hour. */
export function Charts() {
  const { t } = useLingui();
  const { history, isPending, error } = useWaitingHistory();
  const key = useStore(connection)?.key ?? '';
  const own = useStore(waitingSamples(key));
  const [isOpen, setOpen] = useState(readStored('local', STORED_AS) !== false);
  const toggle = ({ currentTarget: { open } }: SyntheticEvent<HTMLDetailsElement>) => {
    setOpen(open);
    writeStored('local', STORED_AS, open);
  };
  return (
    <section aria-label={t`History`} className="border-line not-first:mt-6 not-first:border-t">
      <details open={isOpen} onToggle={toggle}>
        <summary className="ring-inside px-4 py-2 font-medium hover:bg-hover">
          <Trans>History</Trans>
        </summary>
        {isOpen && !isPending && (
          <div className="flex flex-wrap items-start gap-x-10 gap-y-6 px-4 pb-4">
            {error ? (
              <p className="text-muted text-sm">{errorMessage(error)}</p>
            ) : history ? (
              <>
                <WaitingLine samples={history.samples} recorder="service" sinceUnix={history.sinceUnix} />
                <BusiestHours history={history} />
              </>
            ) : (
              <>
                <WaitingLine samples={own} recorder="browser" sinceUnix={own[0] && own[0][0] * 60} />
                <OpenedRooms />
              </>
            )}
          </div>
        )}
      </details>
    </section>
  );
}

/** Whether the charts are unfolded. */
const STORED_AS = 'countersign.watch-history';

const LineChart = lazyComponent(async () => (await import('./line-chart.tsx')).LineChart);
const MIN_MINUTES = 2;

interface WaitingLineProps {
  samples: readonly Sample[];
  recorder: 'service' | 'browser';
  sinceUnix: number | undefined;
}

/** Waiting visitors over the last hours, as recorded by the service, or else by this browser while it watched. */
function WaitingLine({ samples, recorder, sinceUnix }: WaitingLineProps) {
  const { i18n } = useLingui();
  const since =
    sinceUnix !== undefined && i18n.date(new Date(sinceUnix * 1000), { dateStyle: 'short', timeStyle: 'short' });
  return (
    <figure className="min-w-0 grow basis-80 sm:max-w-160">
      <figcaption>
        <h2 className="font-medium">
          <Trans>Waiting visitors, last hours</Trans>
        </h2>
        {since && (
          <p className="text-muted text-sm">
            {recorder === 'service' ? (
              <Trans>Recorded by the server since {since}</Trans>
            ) : (
              <Trans>Recorded by this browser since {since}</Trans>
            )}
          </p>
        )}
      </figcaption>
      {samples.length < MIN_MINUTES ? (
        <p className="py-2 text-muted text-sm">
          <Trans>Chart starts after two minutes of data</Trans>
        </p>
      ) : (
        <>
          <div className="h-28 pt-2">
            <LineChart samples={samples} />
          </div>
          <Numbers samples={samples} />
        </>
      )}
    </figure>
  );
}

/** The same data as a table, for screen readers and exact values. */
function Numbers({ samples }: { samples: readonly Sample[] }) {
  const { t, i18n } = useLingui();
  return (
    <details>
      <summary className="text-muted text-sm hover:text-ink">
        <Trans>Show as table</Trans>
      </summary>
      <Table aria-label={t`Visitors waiting per hour`}>
        <TableHead>
          <HeadCell>
            <Trans>Hour</Trans>
          </HeadCell>
          <HeadCell numeric>
            <Trans>Fewest</Trans>
          </HeadCell>
          <HeadCell numeric>
            <Trans>Most</Trans>
          </HeadCell>
          <HeadCell numeric>
            <Trans>Minutes recorded</Trans>
          </HeadCell>
        </TableHead>
        <tbody>
          {aggregateByHour(samples).map(({ unix, least, most, minutes }) => (
            <Row key={unix}>
              <Cell>{formatTime(unix)}</Cell>
              <Cell numeric>{i18n.number(least)}</Cell>
              <Cell numeric>{i18n.number(most)}</Cell>
              <Cell numeric>{i18n.number(minutes)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

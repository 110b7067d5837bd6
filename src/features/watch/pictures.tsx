import { Trans, useLingui } from '@lingui/react/macro';
import { connection } from '#src/api/connection.ts';
import { clockWords } from '#src/domain/conversation/calendar-words.ts';
import { type Sample, waitingSamples } from '#src/domain/waiting/waiting-samples.ts';
import { retryWithBackoff } from '#src/lib/delay.ts';
import { useStore } from '#src/lib/store.ts';
import { Cell, HeadCell, Row, Table, TableHead } from '#src/ui/layout/table.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import { StartsHeatmap } from './starts-heatmap.tsx';
import { waitedHours } from './waited-hours.ts';

/** Charts of waiting rooms: the last hours, and by weekday and hour. */
export function Pictures() {
  const { t } = useLingui();
  return (
    <aside
      aria-label={t`Pictures`}
      className="flex shrink-0 flex-col gap-6 border-line p-4 max-lg:border-t lg:w-84 lg:overflow-y-auto lg:border-s"
    >
      <WaitedLine />
      <StartsHeatmap />
    </aside>
  );
}

const LineChart = part(async () => (await retryWithBackoff(() => import('./line-chart.tsx'))).LineChart);
/** Minimum of samples for a line. */
const LEAST_MINUTES = 2;

/** Waiting rooms over the last hours, as sampled by this browser. */
function WaitedLine() {
  const { i18n } = useLingui();
  const key = useStore(connection)?.key ?? '';
  const samples = useStore(waitingSamples(key));
  const [first] = samples;
  if (!first) return null;
  const since = i18n.date(new Date(first[0] * 60_000), { dateStyle: 'short', timeStyle: 'short' });
  return (
    <figure>
      <figcaption>
        <h2 className="font-medium">
          <Trans>Waiting over the last hours</Trans>
        </h2>
        <p className="text-muted text-sm">
          <Trans>Counted in this browser since {since}, while Watch was open or alerts were armed.</Trans>
        </p>
      </figcaption>
      {samples.length < LEAST_MINUTES ? (
        <p className="py-2 text-muted text-sm">
          <Trans>The line begins with the second minute.</Trans>
        </p>
      ) : (
        <div className="h-28 pt-2">
          <LineChart samples={samples} />
        </div>
      )}
      <Numbers samples={samples} />
    </figure>
  );
}

/** The same data as a table, for screen readers and exact values. */
function Numbers({ samples }: { samples: readonly Sample[] }) {
  const { t, i18n } = useLingui();
  return (
    <details>
      <summary className="text-muted text-sm hover:text-ink">
        <Trans>Numbers</Trans>
      </summary>
      <Table aria-label={t`Waiting by the hour`}>
        <TableHead>
          <HeadCell>
            <Trans>Hour</Trans>
          </HeadCell>
          <HeadCell numeric>
            <Trans>Least</Trans>
          </HeadCell>
          <HeadCell numeric>
            <Trans>Most</Trans>
          </HeadCell>
          <HeadCell numeric>
            <Trans>Minutes watched</Trans>
          </HeadCell>
        </TableHead>
        <tbody>
          {waitedHours(samples).map(({ unix, least, most, minutes }) => (
            <Row key={unix}>
              <Cell>{clockWords(unix)}</Cell>
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

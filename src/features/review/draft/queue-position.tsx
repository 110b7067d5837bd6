import { Trans, useLingui } from '@lingui/react/macro';
import { useStore } from '#src/lib/store.ts';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { queueOverlay } from '../queue/queue-overlay.ts';

interface BarPlaceProps {
  /** Position in the queue, counted from 1; 0 if the draft is not listed. */
  position: number;
  /** Number of drafts in the queue; undefined if more pages can be loaded. */
  listed: number | undefined;
  /** Start of the visitor's wait, in Unix seconds. */
  since: number | undefined;
}

/** "7 of 37 · waiting 1 h 52 m". */
export function QueuePosition({ position, listed, since }: BarPlaceProps) {
  const { i18n } = useLingui();
  const matching = useStore(queueOverlay, ({ news }) => news.total);
  const total = listed ?? matching;
  const hasPlace = position > 0 && total !== undefined;
  return (
    <>
      {hasPlace && (
        <span className="whitespace-nowrap">
          <Trans>
            {{ place: i18n.number(position) }} of {{ count: i18n.number(total) }}
          </Trans>
        </span>
      )}
      {since !== undefined && (
        <>
          {/* Lets the line break before the dot rather than after it. */}
          {hasPlace && ' '}
          <span className="whitespace-nowrap">
            {hasPlace && '· '}
            <Trans>
              waiting <RelativeTime unix={since} form="age" />
            </Trans>
          </span>
        </>
      )}
    </>
  );
}

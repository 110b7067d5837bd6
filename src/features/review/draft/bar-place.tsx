import { Trans, useLingui } from '@lingui/react/macro';
import { useStore } from '#src/lib/store.ts';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { queueMarks } from '../queue/queue-marks.ts';

interface BarPlaceProps {
  /** The draft's place in the queue, counted from 1; 0 if it is not there. */
  position: number;
  /** How many drafts the queue lists, if that is all of them. */
  listed: number | undefined;
  /** Since when the visitor has been waiting, in Unix seconds. */
  since: number | undefined;
}

/** "7 of 37 · waiting 1 h 52 m". */
export function BarPlace({ position, listed, since }: BarPlaceProps) {
  const { i18n } = useLingui();
  const { news } = useStore(queueMarks);
  const total = listed ?? news.total;
  const hasPlace = position > 0 && total !== undefined;
  const place = i18n.number(position);
  const count = i18n.number(total ?? 0);
  return (
    <>
      {hasPlace && (
        <span className="whitespace-nowrap">
          <Trans>
            {place} of {count}
          </Trans>
        </span>
      )}
      {since !== undefined && (
        <>
          {/* A line breaks here, rather than after the dot. */}
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

import { useLingui } from '@lingui/react/macro';
import { StartsHeatmap } from './starts-heatmap.tsx';
import { WaitedLine } from './waited-line.tsx';

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

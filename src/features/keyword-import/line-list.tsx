import { Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { keywordColumns } from '#src/domain/keywords/keyword.ts';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import type { PlannedLine } from './dry-run.ts';

interface LineListProps {
  lines: readonly PlannedLine[];
  /** Undefined for a line that cannot be selected. Omit if none can. */
  isTicked?: (line: PlannedLine) => boolean | undefined;
  onTick?: (line: PlannedLine, isTicked: boolean) => void;
}

const FEW = 100;
const LINE_PX = 36;

/** Lines of a file with their planned outcome. Long lists are virtualized. */
export function LineList({ lines, isTicked, onTick }: LineListProps) {
  const { t, i18n } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const isLong = lines.length > FEW;
  const virtualizer = useVirtualizer({
    count: lines.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 10,
  });
  const shown = isLong ? virtualizer.getVirtualItems() : lines.map((_, index) => ({ index, start: index * LINE_PX }));
  if (lines.length === 0) {
    return (
      <p className="text-muted">
        <Trans>There are no such lines.</Trans>
      </p>
    );
  }
  return (
    <ScrollRegion
      ref={scroller}
      aria-label={t`Lines of the file`}
      className="max-h-[38vh] overflow-y-auto border-line border-y"
    >
      <ul className="relative" style={{ height: lines.length * LINE_PX }}>
        {shown.map(({ index, start }) => {
          const line = lines[index];
          if (!line) return null;
          const ticked = isTicked?.(line);
          const number = i18n.number(line.line);
          return (
            <li
              key={index}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 flex h-9 items-center gap-3 border-line border-b px-1"
              style={{ top: start }}
            >
              {ticked !== undefined && (
                <Checkbox
                  aria-label={t`Import line ${number}`}
                  checked={ticked}
                  onChange={(event) => onTick?.(line, event.target.checked)}
                />
              )}
              <span className="w-16 shrink-0 text-muted text-sm">
                <Trans>Line {number}</Trans>
              </span>
              <LineWords line={line} />
            </li>
          );
        })}
      </ul>
    </ScrollRegion>
  );
}

function LineWords({ line }: { line: PlannedLine }) {
  if (line.kind === 'bad') {
    return (
      <>
        {line.name && <Truncated text={line.name} className="max-w-[30%] shrink-0 font-medium" />}
        <StatusBadge status="danger" wordless>
          <Trans>Cannot be imported</Trans>
        </StatusBadge>
        <Truncated text={line.reason ?? ''} lines={2} className="flex-1 text-sm" />
      </>
    );
  }
  const rest = keywordColumns.slice(1).flatMap((column) => {
    const value = line.attributes[column];
    if (value === undefined) return [];
    return line.row ? [`${line.row[column] ?? '–'} → ${value ?? '–'}`] : [value ?? '–'];
  });
  return (
    <>
      <Truncated text={line.name} className="w-1/3 shrink-0 font-medium" />
      <Truncated text={rest.join(' · ')} className="flex-1 text-muted" />
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { compareWords } from '#src/domain/drafts/text-difference.tsx';
import { type KeywordColumn, keywordColumns } from '#src/domain/keywords/keyword.ts';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
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
const LINE_PX = 44;

/** Lines of a file with their planned outcome, with variable heights. Long lists are virtualized. */
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
  const shown = isLong ? virtualizer.getVirtualItems() : lines.map((_, index) => ({ index, start: undefined }));
  if (lines.length === 0) {
    return (
      <p className="text-muted">
        <Trans>No lines</Trans>
      </p>
    );
  }
  return (
    <ScrollRegion
      ref={scroller}
      aria-label={t`Lines of the file`}
      className="max-h-[38vh] overflow-y-auto border-line border-y"
    >
      <ul className="relative" style={isLong ? { height: virtualizer.getTotalSize() } : undefined}>
        {shown.map(({ index, start }) => {
          const line = lines[index];
          if (!line) return null;
          const ticked = isTicked?.(line);
          const number = i18n.number(line.line);
          return (
            <li
              key={`${line.line} ${index}`}
              ref={isLong ? virtualizer.measureElement : undefined}
              data-index={index}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
              className={classNames(
                'flex min-h-11 items-start gap-x-3 gap-y-1 max-sm:flex-wrap border-line border-b px-1 py-2.5',
                isLong && 'absolute inset-x-0',
              )}
              style={{ top: start }}
            >
              {ticked !== undefined && (
                <Checkbox
                  aria-label={t`Import line ${number}`}
                  checked={ticked}
                  onChange={(event) => onTick?.(line, event.target.checked)}
                />
              )}
              <span className="w-16 shrink-0 pt-px text-muted text-sm">
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
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 max-sm:basis-full">
        {line.name && <Truncated text={line.name} className="max-w-full font-medium" />}
        <span className="flex min-w-0 items-baseline gap-1.5 text-sm">
          <StatusBadge status="danger" wordless>
            <Trans>Error</Trans>
          </StatusBadge>
          <span className="wrap-anywhere">{line.reason}</span>
        </span>
      </span>
    );
  }
  const changes = keywordColumns.slice(1).flatMap((column) => {
    const after = line.attributes[column];
    return after === undefined ? [] : [{ column, before: line.row?.[column] ?? '', after: after ?? '' }];
  });
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5 max-sm:basis-full">
      <span dir="auto" className="wrap-anywhere font-medium">
        {line.name}
      </span>
      {line.row
        ? changes.map(({ column, before, after }) => (
            <ValueChange key={column} column={column} before={before} after={after} />
          ))
        : changes.map(({ column, after }) => after && <ExpandableText key={column} text={after} />)}
    </div>
  );
}

interface ValueChangeProps {
  column: KeywordColumn;
  before: string;
  after: string;
}

/** Word-level diff of a value, now and after the import. */
function ValueChange({ column, before, after }: ValueChangeProps) {
  const { t, i18n } = useLingui();
  const parts = useMemo(() => compareWords(before, after, i18n.locale), [before, after, i18n.locale]);
  const side = (label: string, of: 'added' | 'removed', text: string) => (
    <div className="min-w-0 flex-1 basis-52">
      <dt className="text-muted text-xs">{label}</dt>
      <dd>
        {text === '' ? (
          <span className="text-muted">
            <Trans>Empty</Trans>
          </span>
        ) : (
          <ExpandableText text={text}>
            {keyedByIndex(parts).map(({ key, item: { added, removed, value } }) => {
              if (of === 'added' ? removed : added) return null;
              if (added) return <ins key={key}>{value}</ins>;
              return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>;
            })}
          </ExpandableText>
        )}
      </dd>
    </div>
  );
  const name = column === 'key_title' ? t`Title` : t`Suggestions`;
  return (
    <dl aria-label={name} className="flex flex-wrap gap-x-6 gap-y-1">
      {side(t`${name}, now`, 'removed', before)}
      {side(t`${name}, new`, 'added', after)}
    </dl>
  );
}

/** Longer texts are truncated until expanded. */
const [MAX_CHARACTERS, MAX_LINES] = [240, 4];

function ExpandableText({ text, children = text }: { text: string; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > MAX_CHARACTERS || text.split('\n').length > MAX_LINES;
  return (
    <>
      <p dir="auto" className={classNames('wrap-anywhere whitespace-pre-wrap', isLong && !isOpen && 'line-clamp-3')}>
        {children}
      </p>
      {isLong && (
        <Button kind="quiet" size="small" className="-ms-2" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <Trans>Show less</Trans> : <Trans>Show all</Trans>}
        </Button>
      )}
    </>
  );
}

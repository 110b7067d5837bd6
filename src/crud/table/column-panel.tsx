import { Popover } from '@base-ui/react/popover';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { announce } from '#src/ui/announcer.tsx';
import { Button } from '#src/ui/button.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { SegmentedControl } from '#src/ui/segmented-control.tsx';
import { ColumnLine } from './column-line.tsx';
import { arrangedColumns } from './move-column.ts';
import type { ListExport } from './use-list-export.ts';
import type { ArrangedTable } from './use-record-table.ts';

export interface ColumnPanelProps<Data extends { id: string }> {
  arranged: ArrangedTable<Data>;
  /** Left out where the page has an export of its own. */
  exporting?: ListExport | undefined;
  /** What the button shows. */
  trigger: ReactNode;
  className: string;
}

/** How a table is arranged, in a panel under its button. It opens at once, for the button that stood here was pressed. */
export function ColumnPanel<Data extends { id: string }>(props: ColumnPanelProps<Data>) {
  const { arranged, exporting, trigger, className } = props;
  const { t } = useLingui();
  const [button, setButton] = useState<HTMLElement | null>(null);
  // Pressed as by keyboard, so that the first control takes the focus.
  useEffect(() => {
    button?.focus();
    button?.click();
  }, [button]);
  return (
    <Popover.Root>
      {/* What Base UI puts beside the button to catch the focus must not be spaced out as the page's actions are. */}
      <span className="inline-flex">
        <Popover.Trigger ref={setButton} className={className}>
          {trigger}
        </Popover.Trigger>
      </span>
      <Popover.Portal container={button?.closest<HTMLElement>('dialog, main') ?? undefined}>
        <Popover.Positioner positionMethod="fixed" align="end" sideOffset={4} className="z-20">
          <Popover.Popup
            aria-label={t`Columns`}
            className="floating flex max-h-(--available-height) w-88 max-w-[calc(100vw-1rem)] flex-col gap-3 overflow-y-auto p-3 outline-none"
          >
            <ul aria-label={t`Columns`} className="flex flex-col">
              {arrangedColumns(arranged.table).map((column) => (
                <ColumnLine key={column.id} table={arranged.table} column={column} />
              ))}
            </ul>
            <DensityControl arranged={arranged} />
            <div className="flex flex-wrap items-center gap-2 border-line border-t pt-3">
              {exporting && <ExportButton exporting={exporting} />}
              <Button
                kind="quiet"
                onClick={() => {
                  arranged.kept.reset();
                  announce(t`Table reset`);
                }}
              >
                <RotateCcw aria-hidden="true" className="size-4" />
                <Trans>Reset table</Trans>
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function DensityControl<Data extends { id: string }>({
  arranged: { layout, kept },
}: {
  arranged: ArrangedTable<Data>;
}) {
  const { t } = useLingui();
  const { density } = useStore(settings);
  return (
    <SegmentedControl
      label={t`Density`}
      value={layout.density ?? density}
      segments={[
        { value: 'comfortable', label: t`Comfortable` },
        { value: 'compact', label: t`Compact` },
      ]}
      onChange={(chosen) => kept.change({ density: chosen })}
      className="self-start"
    />
  );
}

function ExportButton({ exporting: { start, progress, cancel } }: { exporting: ListExport }) {
  const { i18n } = useLingui();
  if (!progress) {
    return (
      <Button onClick={start}>
        <Download aria-hidden="true" className="size-4" />
        <Trans>Export CSV</Trans>
      </Button>
    );
  }
  const read = i18n.number(progress.read);
  return (
    <span className="flex w-full items-center gap-3">
      <Progress
        className="min-w-0 flex-1"
        label={<Trans>Exporting, {read} rows so far</Trans>}
        value={progress.read}
        max={progress.most}
      />
      <Button onClick={cancel}>
        <Trans>Cancel</Trans>
      </Button>
    </span>
  );
}

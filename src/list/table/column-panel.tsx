import { Popover } from '@base-ui/react/popover';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { useOpenedTrigger } from '#src/ui/overlay/use-opened-trigger.ts';
import { arrangedColumns, ColumnLine } from './column-line.tsx';
import type { ListExport } from './use-list-export.ts';
import type { ArrangedTable } from './use-record-table.ts';

export interface ColumnPanelProps<Data extends { id: string }> {
  arranged: ArrangedTable<Data>;
  /** Omitted if the page has its own export. */
  exporting?: ListExport | undefined;
  /** Content of the button. */
  trigger: ReactNode;
  className: string;
}

/** Table layout settings in a popover. Opens on mount, as the button it replaces was just pressed. */
export function ColumnPanel<Data extends { id: string }>(props: ColumnPanelProps<Data>) {
  const { arranged, exporting, trigger, className } = props;
  const { t } = useLingui();
  const { trigger: button, ref } = useOpenedTrigger();
  return (
    <Popover.Root>
      {/* Keeps Base UI's focus guards out of the flex gap between the page's actions. */}
      <span className="inline-flex">
        <Popover.Trigger ref={ref} className={className}>
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

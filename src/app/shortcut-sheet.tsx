import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import { Kbd } from '#src/ui/kbd.tsx';

/** Overview of the keyboard shortcuts. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Keys`}
      description={t`Single keys act outside text fields. Settings has a switch that turns them off.`}
      onClose={onClose}
      width="form"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need keyboard access */}
      <section tabIndex={0} aria-label={t`Keys`} className="flex flex-col gap-4 px-4 pt-2 pb-4 sm:grid sm:grid-cols-2">
        <Group title={<Trans>Lists</Trans>}>
          <Line keys={['j', 'ArrowDown']}>
            <Trans>Next</Trans>
          </Line>
          <Line keys={['k', 'ArrowUp']}>
            <Trans>Previous</Trans>
          </Line>
          <Line keys={['Enter', 'o']}>
            <Trans>Open</Trans>
          </Line>
          <Line keys={['u', 'Escape']}>
            <Trans>Back</Trans>
          </Line>
          <Line keys={['x']}>
            <Trans>Select</Trans>
          </Line>
          <Line keys={['/']}>
            <Trans>Search</Trans>
          </Line>
        </Group>
        <Group title={<Trans>Review</Trans>}>
          <Line keys={['a']}>
            <Trans>Approve</Trans>
          </Line>
          <Line keys={['e']}>
            <Trans>Edit, then approve</Trans>
          </Line>
          <Line keys={['r']}>
            <Trans>Reject</Trans>
          </Line>
          <Line keys={['1…9']}>
            <Trans>Then a reason of the list</Trans>
          </Line>
          <Line keys={['Mod+Enter']}>
            <Trans>Send what was typed</Trans>
          </Line>
          <Line keys={['z']}>
            <Trans>Undo</Trans>
          </Line>
          <Line keys={['.']}>
            <Trans>Show what has arrived</Trans>
          </Line>
          <Line keys={['x', 'Shift+x', 'Mod+a']}>
            <Trans>Select one, a range, all</Trans>
          </Line>
          <Line keys={['f']}>
            <Trans>Focus on one draft</Trans>
          </Line>
          <Line keys={['m']}>
            <Trans>Mark read</Trans>
          </Line>
        </Group>
        <Group title={<Trans>Keywords table</Trans>}>
          <Line keys={['Enter', 'F2']}>
            <Trans>Type into the cell</Trans>
          </Line>
          <Line keys={['Enter']}>
            <Trans>While typing: save</Trans>
          </Line>
          <Line keys={['Tab', 'Shift+Tab']}>
            <Trans>While typing: next cell, previous cell</Trans>
          </Line>
          <Line keys={['Shift+Enter']}>
            <Trans>While typing: new line</Trans>
          </Line>
          <Line keys={['Escape']}>
            <Trans>While typing: leave it as it was</Trans>
          </Line>
        </Group>
        <div className="flex flex-col gap-4">
          <Group title={<Trans>Watch</Trans>}>
            <Line keys={['f']}>
              <Trans>Wall: over the whole screen, and back</Trans>
            </Line>
          </Group>
          <Group title={<Trans>Connections</Trans>}>
            <Line keys={['g 1…9']}>
              <Trans>Go to another</Trans>
            </Line>
          </Group>
        </div>
        <Group title={<Trans>Pages</Trans>}>
          <Line keys={['g q']}>
            <Trans>Review</Trans>
          </Line>
          <Line keys={['g m']}>
            <Trans>Mine</Trans>
          </Line>
          <Line keys={['g w']}>
            <Trans>Watch</Trans>
          </Line>
          <Line keys={['g r']}>
            <Trans>Rooms</Trans>
          </Line>
          <Line keys={['g c']}>
            <Trans>Clients</Trans>
          </Line>
          <Line keys={['g k']}>
            <Trans>Keywords</Trans>
          </Line>
          <Line keys={['g s']}>
            <Trans>Suggestions</Trans>
          </Line>
          <Line keys={['Mod+k']}>
            <Trans>Go anywhere</Trans>
          </Line>
          <Line keys={['?']}>
            <Trans>This sheet</Trans>
          </Line>
        </Group>
      </section>
    </Dialog>
  );
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="pb-1 font-medium">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">{children}</dl>
    </section>
  );
}

function Line({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{children}</dt>
      <dd className="flex items-start justify-end gap-1.5">
        {keys.map((key) => (
          <Kbd key={key} keys={key} />
        ))}
      </dd>
    </>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';
import { Dialog } from '#src/ui/overlay/dialog.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';

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
      <ScrollRegion aria-label={t`Keys`} className="flex flex-col gap-4 px-4 pt-2 pb-4 sm:grid sm:grid-cols-2">
        <Group title={t`Lists`}>
          <Line keys={['j', 'ArrowDown']} does={t`Next`} />
          <Line keys={['k', 'ArrowUp']} does={t`Previous`} />
          <Line keys={['Enter', 'o']} does={t`Open`} />
          <Line keys={['u', 'Escape']} does={t`Back`} />
          <Line keys={['x']} does={t`Select`} />
          <Line keys={['/']} does={t`Search`} />
        </Group>
        <Group title={t`Review`}>
          <Line keys={['a']} does={t`Approve`} />
          <Line keys={['e']} does={t`Edit, then approve`} />
          <Line keys={['r']} does={t`Reject`} />
          <Line keys={['r 1…9']} does={t`Reject at once with a reason from the list`} />
          <Line keys={['1…9']} does={t`Cite a rule as the reason to reject`} />
          <Line keys={['Mod+Enter']} does={t`Submit`} />
          <Line keys={['z']} does={t`Undo`} />
          <Line keys={['s']} does={t`Skip until later`} />
          <Line keys={['.']} does={t`Show what has arrived`} />
          <Line keys={['x', 'Shift+x', 'Mod+a']} does={t`Select one, a range, all`} />
          <Line keys={['f']} does={t`Focus on one draft`} />
          <Line keys={['Space', 'PageDown']} does={t`Scroll the conversation`} />
          <Line keys={['m']} does={t`Mark read`} />
        </Group>
        <Group title={t`Keywords table`}>
          <Line keys={['Enter', 'F2']} does={t`Type into the cell`} />
          <Line keys={['Enter']} does={t`While typing: save`} />
          <Line keys={['Tab', 'Shift+Tab']} does={t`While typing: next cell, previous cell`} />
          <Line keys={['Shift+Enter']} does={t`While typing: new line`} />
          <Line keys={['Escape']} does={t`While typing: leave it as it was`} />
        </Group>
        <div className="flex flex-col gap-4">
          <Group title={t`Watch`}>
            <Line keys={['f']} does={t`Wall: over the whole screen, and back`} />
          </Group>
          <Group title={t`Connections`}>
            <Line keys={['g 1…9']} does={t`Go to another`} />
          </Group>
        </div>
        <Group title={t`Pages`}>
          <Line keys={['g q']} does={t`Review`} />
          <Line keys={['g m']} does={t`Mine`} />
          <Line keys={['g w']} does={t`Watch`} />
          <Line keys={['g r']} does={t`Rooms`} />
          <Line keys={['g c']} does={t`Clients`} />
          <Line keys={['g k']} does={t`Keywords`} />
          <Line keys={['g s']} does={t`Suggestions`} />
          <Line keys={['Mod+k']} does={t`Go anywhere`} />
          <Line keys={['?']} does={t`This sheet`} />
        </Group>
      </ScrollRegion>
    </Dialog>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="pb-1 font-medium">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">{children}</dl>
    </section>
  );
}

function Line({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <>
      <dt className="text-muted">{does}</dt>
      <dd className="flex items-start justify-end gap-1.5">
        {keys.map((key) => (
          <Kbd key={key} keys={key} />
        ))}
      </dd>
    </>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';
import { Dialog } from '#src/ui/overlay/dialog.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { usePages } from './pages.ts';

/** Overview of the keyboard shortcuts. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Keyboard shortcuts`}
      description={t`Shortcuts work when you’re not typing. Turn them off in Settings.`}
      onClose={onClose}
      width="wide"
      // As tall as the window allows, to avoid scrolling.
      className="mt-[4vh]! max-h-[92vh]!"
    >
      <ScrollRegion
        aria-label={t`Keyboard shortcuts`}
        className="grid gap-x-8 gap-y-4 px-4 pt-1 pb-4 sm:grid-cols-2 md:grid-cols-3"
      >
        <Group title={t`Review`}>
          <Line keys={['a']} does={t`Approve`} />
          <Line keys={['e']} does={t`Edit, then approve`} />
          <Line keys={['r']} does={t`Reject`} />
          <Line keys={['r 1…9']} does={t`Pick a preset reason`} />
          <Line keys={['1…9']} does={t`Cite a rule`} />
          <Line keys={['Mod+Enter']} does={t`Submit`} />
          <Line keys={['z']} does={t`Undo`} />
          <Line keys={['s']} does={t`Skip until later`} />
          <Line keys={['m']} does={t`Mark read`} />
          <Line keys={['.']} does={t`Show new drafts`} />
          <Line keys={['x', 'Shift+x', 'Mod+a']} does={t`Select one, range, all`} />
          <Line keys={['f']} does={t`Focus on one draft`} />
          <Line keys={['Space', 'PageDown']} does={t`Scroll conversation`} />
        </Group>
        <div className="flex flex-col gap-4">
          <Group title={t`Lists`}>
            <Line keys={['j', 'ArrowDown']} does={t`Next`} />
            <Line keys={['k', 'ArrowUp']} does={t`Previous`} />
            <Line keys={['Enter', 'o']} does={t`Open`} />
            <Line keys={['u', 'Escape']} does={t`Back`} />
            <Line keys={['x']} does={t`Select`} />
            <Line keys={['/']} does={t`Search`} />
          </Group>
          <Group title={t`Keywords table`}>
            <Line keys={['Enter', 'F2']} does={t`Edit cell`} />
            <Line keys={['Enter']} does={t`Save edit`} />
            <Line keys={['Tab', 'Shift+Tab']} does={t`Next, previous cell`} />
            <Line keys={['Shift+Enter']} does={t`New line`} />
            <Line keys={['Escape']} does={t`Cancel edit`} />
          </Group>
        </div>
        <div className="flex flex-col gap-4">
          <Group title={t`Everywhere`}>
            <Line keys={['Mod+k']} does={t`Search or run a command`} />
            <Line keys={['?']} does={t`Keyboard shortcuts`} />
            <Line keys={['g 1…9']} does={t`Switch workspace`} />
          </Group>
          <Group title={t`Pages`}>
            {usePages().map(({ to, label, keys }) => keys && <Line key={to} keys={[keys]} does={label} />)}
          </Group>
          <Group title={t`Watch`}>
            <Line keys={['w']} does={t`Write`} />
            <Line keys={['e']} does={t`Answered elsewhere`} />
            <Line keys={['f']} does={t`Toggle wall display`} />
          </Group>
        </div>
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

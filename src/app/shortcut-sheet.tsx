import { useLingui } from '@lingui/react/macro';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';
import { Dialog } from '#src/ui/overlay/dialog.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { usePages } from './pages.ts';

/** What a shortcut does, and its keys, the main one first. */
export type Shortcut = readonly [does: string, ...keys: string[]];

/** The shortcuts by the page or part they are for. */
export function useShortcutList() {
  const { t } = useLingui();
  return {
    review: {
      approve: [t`Approve`, 'a'],
      edit: [t`Edit, then approve`, 'e'],
      reject: [t`Reject`, 'r'],
      preset: [t`Pick a preset reason`, 'r 1…9'],
      rule: [t`Cite a rule`, '1…9'],
      submit: [t`Submit`, 'Mod+Enter'],
      undo: [t`Undo`, 'z'],
      skip: [t`Skip until later`, 's'],
      markRead: [t`Mark read`, 'm'],
      showNew: [t`Show new drafts`, '.'],
      select: [t`Select one, range, all`, 'x', 'Shift+x', 'Mod+a'],
      focus: [t`Focus on one draft`, 'f'],
      scroll: [t`Scroll conversation`, 'Space', 'PageDown'],
    },
    lists: {
      next: [t`Next`, 'j', 'ArrowDown'],
      previous: [t`Previous`, 'k', 'ArrowUp'],
      open: [t`Open`, 'Enter', 'o'],
      back: [t`Back`, 'u', 'Escape'],
      select: [t`Select`, 'x'],
      search: [t`Search`, '/'],
    },
    keywords: {
      editCell: [t`Edit cell`, 'F2', 'Enter'],
      saveEdit: [t`Save edit`, 'Enter'],
      nextCell: [t`Next, previous cell`, 'Tab', 'Shift+Tab'],
      newLine: [t`New line`, 'Shift+Enter'],
      cancelEdit: [t`Cancel edit`, 'Escape'],
    },
    everywhere: {
      palette: [t`Search or run a command`, 'Mod+k'],
      sheet: [t`Keyboard shortcuts`, '?'],
      switchWorkspace: [t`Switch workspace`, 'g 1…9'],
    },
    watch: {
      write: [t`Write`, 'w'],
      answered: [t`Answered elsewhere`, 'e'],
      wall: [t`Toggle wall display`, 'f'],
    },
  } satisfies Record<string, Record<string, Shortcut>>;
}

/** Overview of the keyboard shortcuts. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { review, lists, keywords, everywhere, watch } = useShortcutList();
  const pages = usePages().flatMap(({ label, keys }): Shortcut[] => (keys ? [[label, keys]] : []));
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
        <Group title={t`Review`} of={Object.values(review)} />
        <div className="flex flex-col gap-4">
          <Group title={t`Lists`} of={Object.values(lists)} />
          <Group title={t`Keywords table`} of={Object.values(keywords)} />
        </div>
        <div className="flex flex-col gap-4">
          <Group title={t`Everywhere`} of={Object.values(everywhere)} />
          <Group title={t`Pages`} of={pages} />
          <Group title={t`Watch`} of={Object.values(watch)} />
        </div>
      </ScrollRegion>
    </Dialog>
  );
}

function Group({ title, of }: { title: string; of: readonly Shortcut[] }) {
  return (
    <section className="min-w-0">
      <h3 className="pb-1 font-medium">{title}</h3>
      <ShortcutList of={of} />
    </section>
  );
}

export function ShortcutList({ of }: { of: readonly Shortcut[] }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 empty:hidden">
      {of.map(([does, ...keys]) => (
        <div key={keys.join()} className="contents">
          <dt className="text-muted">{does}</dt>
          <dd className="flex items-start justify-end gap-1.5">
            {keys.map((key) => (
              <Kbd key={key} keys={key} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { useOpenedTrigger } from './use-opened-trigger.ts';

export interface MenuEntry {
  /** Distinguishes entries with the same label. */
  id?: string;
  words: string;
  /** Content before and after the label. */
  mark?: ReactNode;
  aside?: ReactNode;
  onChoose: () => void;
}

export interface BaseMenuProps {
  /** Content of the button. */
  trigger: ReactNode;
  entries: readonly MenuEntry[];
  className?: string;
}

/** Button and list of `Menu`, on Base UI. Opens on mount, as the button it replaces was just pressed. */
export function BaseMenu({ trigger, entries, className }: BaseMenuProps) {
  const { trigger: button, ref } = useOpenedTrigger();
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger ref={ref} className={className}>
        {trigger}
      </Menu.Trigger>
      {/* A modal dialog covers what is outside it; elsewhere the list belongs to the region it opens from. */}
      <Menu.Portal container={button?.closest<HTMLElement>('dialog, main, header') ?? undefined}>
        <Menu.Positioner positionMethod="fixed" align="start" sideOffset={4} className="z-20">
          <Menu.Popup className="floating min-w-44 max-w-dialog p-1 outline-none">
            {entries.map(({ id, words, mark, aside, onChoose }) => (
              <Menu.Item
                key={id ?? words}
                onClick={onChoose}
                className="flex min-h-control items-center gap-2 rounded-[4px] px-2 not-forced-colors:outline-none data-highlighted:bg-pressed"
              >
                {mark}
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {words}
                </span>
                {aside}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

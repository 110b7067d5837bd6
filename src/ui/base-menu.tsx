import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useEffect, useState } from 'react';

export interface MenuEntry {
  /** Tells apart entries with the same words. */
  id?: string;
  words: string;
  /** What stands before the words, and after them. */
  mark?: ReactNode;
  aside?: ReactNode;
  onChoose: () => void;
}

export interface BaseMenuProps {
  /** What the button shows. */
  trigger: ReactNode;
  entries: readonly MenuEntry[];
  className?: string;
}

/** The button and the list of `Menu`, on Base UI. It opens at once, for the button that stood here has been pressed. */
export function BaseMenu({ trigger, entries, className }: BaseMenuProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  // Pressed as by keyboard, so that the first entry takes the focus.
  useEffect(() => {
    button?.focus();
    button?.click();
  }, [button]);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger ref={setButton} className={className}>
        {trigger}
      </Menu.Trigger>
      {/* A modal dialog covers what is outside it; elsewhere the list belongs to the part of the page it opens from. */}
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

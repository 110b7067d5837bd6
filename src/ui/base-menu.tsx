import { Menu } from '@base-ui/react/menu';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';

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
  // Base UI means the first entry to get the focus, but Preact draws what it asks for a moment later than React, and
  // then the list has it. Later on the list may keep it: so it is when the pointer leaves an entry.
  const isOpening = useRef(false);
  const passFocusOn = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (isOpening.current && target === currentTarget)
      currentTarget.querySelector<HTMLElement>('[data-highlighted], [role=menuitem]')?.focus();
    isOpening.current = false;
  };
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(isOpen) => {
        isOpening.current = isOpen;
      }}
    >
      <Menu.Trigger ref={setButton} className={className}>
        {trigger}
      </Menu.Trigger>
      {/* A modal dialog covers what is outside it; elsewhere the list belongs to the part of the page it opens from. */}
      <Menu.Portal container={button?.closest<HTMLElement>('dialog, main, header') ?? undefined}>
        <Menu.Positioner positionMethod="fixed" align="start" sideOffset={4} className="z-20">
          <Menu.Popup onFocus={passFocusOn} className="floating min-w-44 max-w-dialog p-1 outline-none">
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

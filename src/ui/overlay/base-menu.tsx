import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
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

/** A radio group with a heading. */
export interface MenuChoice {
  choice: string;
  /** Id, or else words, of the chosen entry. */
  chosen: string | undefined;
  entries: readonly MenuEntry[];
}

export interface BaseMenuProps {
  /** Content of the button. */
  trigger: ReactNode;
  entries: readonly (MenuEntry | MenuChoice)[];
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
      <Menu.Portal container={button?.closest<HTMLElement>('dialog, main, header, aside') ?? undefined}>
        <Menu.Positioner positionMethod="fixed" align="start" sideOffset={4} className="z-20">
          <Menu.Popup className="floating max-h-(--available-height) min-w-44 max-w-dialog overflow-y-auto p-1 outline-none">
            {entries.map((entry) =>
              'choice' in entry ? (
                <Menu.RadioGroup
                  key={entry.choice}
                  aria-label={entry.choice}
                  value={entry.chosen}
                  className="my-1 border-line border-y py-1"
                >
                  <div aria-hidden="true" className="px-2 text-muted text-sm">
                    {entry.choice}
                  </div>
                  {entry.entries.map((one) => (
                    <Menu.RadioItem
                      key={idOf(one)}
                      value={idOf(one)}
                      closeOnClick
                      onClick={one.onChoose}
                      className={itemClass}
                    >
                      <Words entry={one} />
                      <Menu.RadioItemIndicator>
                        <Check aria-hidden className="size-4" />
                      </Menu.RadioItemIndicator>
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioGroup>
              ) : (
                <Menu.Item key={idOf(entry)} onClick={entry.onChoose} className={itemClass}>
                  <Words entry={entry} />
                </Menu.Item>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const idOf = ({ id, words }: MenuEntry) => id ?? words;

const itemClass =
  'flex min-h-control items-center gap-2 rounded-[4px] px-2 not-forced-colors:outline-none data-highlighted:bg-pressed';

const Words = ({ entry: { mark, words, aside } }: { entry: MenuEntry }) => (
  <>
    {mark}
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {words}
    </span>
    {aside}
  </>
);

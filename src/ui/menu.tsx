import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { classNames } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { tooltip } from './tooltip.ts';

const itemClass =
  'flex min-h-control w-full items-center gap-2 rounded-[4px] px-2 text-start outline-none hover:bg-pressed focus:bg-pressed focus-visible:outline-2 focus-visible:outline-ring focus-visible:-outline-offset-2 aria-disabled:text-faint [&>svg]:size-4 [&>svg]:text-muted';

export interface MenuProps extends ButtonLook {
  /** Names the menu, and the button if that is an icon alone. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  className?: string;
  /** `MenuItem`s and `MenuSeparator`s. */
  children: ReactNode;
}

/** A button that opens a list of actions. It is the platform's popover: Escape or a click elsewhere closes it. */
export function Menu({ label, trigger, className, children, kind, size, square }: MenuProps) {
  const id = useId();
  const popup = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={square ? label : undefined}
        {...(square && tooltip(label))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          popup.current?.showPopover({ source: event.currentTarget });
        }}
        className={classNames(buttonClass({ kind, size, square }), '[&>svg]:size-4', className)}
      >
        {trigger}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={moveFocus}
        onClick={() => popup.current?.hidePopover()}
        className="anchored floating min-w-44 max-w-dialog p-1 outline-none"
      >
        {open && <FirstFocused>{children}</FirstFocused>}
      </div>
    </>
  );
}

/** The items come into the page with the opening of the menu, and the first of them takes the focus. */
function FirstFocused({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => items(list.current)[0]?.focus(), []);
  return <div ref={list}>{children}</div>;
}

function items(menu: Element | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const all = items(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = nextItem(event.key, all, at);
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nextItem(key: string, all: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const startsSo = (item: HTMLElement) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase());
  return [...all.slice(at + 1), ...all.slice(0, at + 1)].find(startsSo);
}

export interface MenuItemProps extends Omit<ComponentProps<'button'>, 'role' | 'onSelect'> {
  shortcut?: string;
  danger?: boolean;
}

/** One action of a menu; an icon may stand before its words. The menu has closed when `onClick` is called. */
export function MenuItem({ shortcut, danger, className, children, disabled, onClick, ...rest }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      {...rest}
      aria-disabled={disabled}
      onClick={(event) => {
        if (disabled) return event.stopPropagation();
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick?.(event);
      }}
      className={classNames(itemClass, danger && 'text-bad [&>svg]:text-bad', className)}
    >
      {children}
      {shortcut && <Kbd keys={shortcut} className="ms-auto ps-4 text-muted" />}
    </button>
  );
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 border-line" />;
}

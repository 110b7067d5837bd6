import { classNames } from './class-names.ts';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small';

export interface ButtonLook {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  /** Square, for a lone icon. */
  square?: boolean | undefined;
}

const base =
  'relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-box border font-medium aria-disabled:cursor-default aria-disabled:not-aria-busy:pointer-events-none aria-disabled:not-aria-busy:opacity-50';

const kinds: Record<ButtonKind, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border-edge/60 bg-surface text-ink hover:bg-hover active:bg-pressed aria-pressed:bg-selected',
  quiet:
    'border-transparent text-muted hover:bg-hover hover:text-ink active:bg-pressed aria-pressed:bg-selected aria-pressed:text-ink aria-expanded:bg-hover',
  danger: 'border-transparent bg-bad-solid text-on-accent hover:bg-bad-solid-hover',
};

const sizes: Record<ButtonSize, [padded: string, square: string]> = {
  normal: ['h-control gap-2 px-3', 'size-control'],
  small: ['h-6 gap-1.5 px-2 text-sm', 'size-6'],
};

/** Button classes, for links and other elements that look like buttons. */
export function buttonClass({ kind = 'plain', size = 'normal', square = false }: ButtonLook = {}): string {
  return classNames(base, kinds[kind], sizes[size][square ? 1 : 0]);
}

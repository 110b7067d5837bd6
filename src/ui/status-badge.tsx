import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const disc = 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z';
const ring = `${disc}m0 1.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Z`;

/** Outline of its own, colour and default word. Cut-outs show the background, so no second colour is needed. */
const shapes = {
  approved: [`${disc}m3.95 5.2-4.8 5.15-3.1-2.95 1.03-1.08 2.02 1.92 3.75-4.06Z`, 'text-good', msg`Approved`],
  rejected: [
    `${disc}m2.65 3.3 1.05 1.05L9.05 8l2.65 2.65-1.05 1.05L8 9.05 5.35 11.7 4.3 10.65 6.95 8 4.3 5.35 5.35 4.3 8 6.95Z`,
    'text-bad',
    msg`Rejected`,
  ],
  in_review: [`${ring}M8 4.2a3.8 3.8 0 0 1 0 7.6Z`, 'text-busy', msg`In review`],
  waiting: [`${ring}M7.3 4.5h1.4v3.2l2.3 1.4-.73 1.2L7.3 8.5Z`, 'text-muted', msg`Waiting`],
  unread: ['M8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z', 'text-link', msg`Unread`],
  read: ['M8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0 1.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z', 'text-faint', msg`Read`],
  warn: [
    'M7.1 1.9a1.05 1.05 0 0 1 1.8 0l6 10.6c.4.7-.1 1.6-.9 1.6H2c-.8 0-1.3-.9-.9-1.6ZM7.3 5.5v4h1.4v-4Zm0 5.3v1.4h1.4v-1.4Z',
    'text-warn',
  ],
  danger: ['M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Zm2.15 3.4v4.4h1.5V4.4Zm0 5.8v1.5h1.5v-1.5Z', 'text-bad'],
  neutral: [`${ring}M5 7.3h6v1.4H5Z`, 'text-faint'],
} as const;

export type Status = keyof typeof shapes;

/** A status by shape, word and colour. Children replace the default word; `wordless` hides it visually only. */
export function StatusBadge({
  status,
  wordless = false,
  className,
  children,
}: {
  status: Status;
  wordless?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const { i18n } = useLingui();
  const [path, colour, word]: readonly [string, string, MessageDescriptor?] = shapes[status];
  return (
    <span className={classNames('status-badge inline-flex items-baseline gap-1.5', colour, className)}>
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 shrink-0 self-center">
        <path d={path} fill="currentColor" fillRule="evenodd" />
      </svg>
      <span className={wordless ? 'sr-only' : undefined}>{children ?? (word && i18n._(word))}</span>
    </span>
  );
}

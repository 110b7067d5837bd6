import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { StatusMark } from './status-mark.tsx';

export interface ErrorNoticeProps {
  /** What happened, in a few words. */
  what: ReactNode;
  /** Whose fault it is, and what to do about it. */
  advice: ReactNode;
  /** The service's own words. */
  words?: string | readonly string[] | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** More actions, such as a link back. */
  children?: ReactNode;
}

/** Replaces content that could not be shown, or reports an action that failed. */
export function ErrorNotice({ what, advice, words = [], onRetry, retrying, children }: ErrorNoticeProps) {
  const said = [...new Set(typeof words === 'string' ? [words] : words)];
  return (
    <div role="alert" className="mx-auto flex w-full max-w-form flex-col items-start gap-2 px-4 py-8">
      <StatusMark status="danger" className="whitespace-normal font-semibold text-lg">
        {what}
      </StatusMark>
      <p>{advice}</p>
      {said.length > 0 && (
        <figure className="w-full border-line border-s-2 ps-3 text-muted">
          <figcaption className="text-sm">
            <Trans>The service said:</Trans>
          </figcaption>
          <blockquote>
            {said.map((line) => (
              <p key={line} dir="auto">
                {line}
              </p>
            ))}
          </blockquote>
        </figure>
      )}
      {(onRetry || children) && (
        <div className="flex flex-wrap gap-2 pt-2">
          {onRetry && (
            <Button onClick={onRetry} busy={retrying}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}

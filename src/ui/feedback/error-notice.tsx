import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';

interface ErrorNoticeProps {
  /** What happened, in a few words. */
  what: ReactNode;
  /** Whose fault it is, and what to do about it. */
  advice: ReactNode;
  /** The service's own words. */
  words: readonly string[];
  onRetry?: (() => void) | undefined;
  /** More actions, such as a link back. */
  children?: ReactNode;
}

/** Replaces content that could not be shown, or reports an action that failed. */
export function ErrorNotice({ what, advice, words, onRetry, children }: ErrorNoticeProps) {
  const said = [...new Set(words)];
  return (
    <div role="alert" className="mx-auto flex w-full max-w-form flex-col items-start gap-2 px-4 py-8">
      <StatusBadge status="danger" className="whitespace-normal font-semibold text-lg">
        {what}
      </StatusBadge>
      <p>{advice}</p>
      {said.length > 0 && (
        <figure className="w-full border-line border-s-2 ps-3 text-muted">
          <figcaption className="text-sm">
            <Trans>Server response:</Trans>
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
            <Button onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}

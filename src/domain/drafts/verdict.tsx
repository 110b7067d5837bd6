import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Included } from '#src/api/list-page.ts';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { linkedUserName } from '../people/user-name.ts';
import type { Draft } from './draft.ts';
import { DraftStatus } from './draft-status.tsx';
import { TextDifference } from './text-difference.tsx';

/** The verdict on a draft: reviewer, time, reason and edits. `aside` shows whether the author has read it. */
export function Verdict({ draft, included, aside }: { draft: Draft; included: Included; aside?: ReactNode }) {
  const { resolved_time_unix: at, comment } = draft;
  const original = originalText(draft);
  return (
    <div className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <DraftStatus status={draft.status} className="font-medium" />
        {draft.one.resolved_user && (
          <span dir="auto" className="text-muted">
            <Trans>by {{ reviewer: linkedUserName(included, draft.one.resolved_user) }}</Trans>
          </span>
        )}
        {at !== null && <RelativeTime unix={at} className="text-muted" />}
        {aside && <span className="ms-auto text-sm">{aside}</span>}
      </div>
      {comment && (
        <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap border-edge border-s-2 ps-3">
          {comment}
        </blockquote>
      )}
      {original !== undefined && <TextDifference before={original} after={draft.message_content} />}
    </div>
  );
}

/** The author's text if the reviewer changed it; else undefined. */
function originalText(draft: Draft): string | undefined {
  const original = draft.settings.original_content;
  return typeof original === 'string' && original !== draft.message_content ? original : undefined;
}

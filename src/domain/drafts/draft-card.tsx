import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, memo, type ReactNode } from 'react';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { type Draft, isInReview } from './draft.ts';
import { DraftStatus } from './draft-status.tsx';

interface DraftCardProps {
  draft: Draft;
  /** Name of the author. */
  author: string;
  /** The edit form, shown in place of the text. */
  form?: ReactNode;
  /** Shows the text after the first screen. */
  Text: ComponentType<{ text: string; fallback?: ReactNode }>;
  /** Marks the findings of the checks. */
  Mark?: ComponentType<{ draftId: string }>;
}

/** A draft as a message that is not sent yet, on a surface of its own. */
export const DraftCard = memo(function DraftCard({ draft, author, form, Text, Mark }: DraftCardProps) {
  const { t, i18n } = useLingui();
  const isFirstScreen = useInitialRender();
  const isOpen = isInReview(draft);
  const written = new Date(draft.created_at_unix * 1000);
  const person = (
    <span dir="auto" className="font-medium text-ink">
      {author}
    </span>
  );
  const time = <time dateTime={written.toISOString()}>{i18n.date(written, { timeStyle: 'short' })}</time>;
  return (
    <article
      aria-label={t`Draft`}
      className={classNames(
        'flex flex-col gap-1.5 rounded-[10px] border bg-raised px-4 pt-2.5 pb-3.5',
        isOpen ? 'border-accent ring-3 ring-selected' : 'border-edge',
        form ? 'w-full' : 'max-w-[min(44rem,94%)]',
      )}
    >
      <div className="flex flex-wrap items-baseline gap-x-4 text-muted text-sm">
        <span className="min-w-0">
          <Trans>Draft by {person}</Trans>
          {draft.created_at_unix !== 0 && <> · {time}</>}
        </span>
        <span className="ms-auto">
          {isOpen ? (
            <>
              {Mark && <Mark draftId={draft.id} />}
              <Trans>Not sent yet</Trans>
            </>
          ) : (
            <DraftStatus status={draft.status} />
          )}
        </span>
      </div>
      {form || (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-lg">
          {isFirstScreen ? (
            draft.message_content
          ) : (
            <Text fallback={draft.message_content} text={draft.message_content} />
          )}
        </p>
      )}
    </article>
  );
});

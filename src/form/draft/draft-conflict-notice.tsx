import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { type DraftText, useDraftText } from './use-draft-text.ts';

export interface DraftConflictNoticeProps extends Pick<DraftText, 'isShared' | 'showOther' | 'dropOther'> {
  /** The other tab's text; empty if there is none, undefined if its draft has more than one text. */
  other: string | undefined;
}

/** Says that another tab edits the same draft: both versions are kept, and either can be shown. */
export function DraftConflictNotice({ other, isShared, showOther, dropOther }: DraftConflictNoticeProps) {
  const { t } = useLingui();
  if (other === '') return isShared && <OpenElsewhereNotice />;
  return (
    <Notice
      role="status"
      tone="warn"
      mark={t`Two versions`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={showOther}>
            <Trans>Show other version</Trans>
          </Button>
          <Button size="small" onClick={dropOther}>
            <Trans>Discard other version</Trans>
          </Button>
        </span>
      }
    >
      <Trans>This was also edited in another tab. Both versions are kept.</Trans>
      {other && <Truncated text={other} lines={2} />}
    </Notice>
  );
}

/** Says that the form shows a stored draft, and offers to discard it. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useLingui();
  return (
    <Notice role="status" action={<Button onClick={onDiscard}>{t`Discard`}</Button>}>
      <Trans>Unsaved changes restored</Trans>
    </Notice>
  );
}

/** Shows a stored text that can no longer be sent, to be copied, until it is discarded. */
export function UnsentTextNotice({ draftKey }: { draftKey: string }) {
  const { t } = useLingui();
  const { text, forget } = useDraftText(draftKey);
  if (!text) return null;
  return (
    <Notice action={<Button onClick={forget}>{t`Discard`}</Button>}>
      <Trans>Your text wasn’t sent. Copy it if you need it.</Trans>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </Notice>
  );
}

/** Warns that a draft is lost when the page closes, because browser storage is full or forbidden. */
export function DraftNotSavedNotice() {
  const { t } = useLingui();
  return (
    <Notice role="status" tone="warn" mark={t`Not saved`}>
      <Trans>This browser can’t save your text. Send it before you leave.</Trans>
    </Notice>
  );
}

/** Says that another tab has the same draft open. */
export function OpenElsewhereNotice() {
  const { t } = useLingui();
  return (
    <Notice role="status" tone="warn" mark={t`Open in another tab`}>
      <Trans>Both tabs’ versions are kept.</Trans>
    </Notice>
  );
}

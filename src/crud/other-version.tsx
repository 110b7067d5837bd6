import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Truncated } from '#src/ui/truncated.tsx';
import { SharedNotice } from './shared-notice.tsx';
import type { KeptText } from './use-kept-text.ts';

interface OtherVersionProps extends Pick<KeptText, 'isShared' | 'takeOther' | 'dropOther'> {
  /** Text typed in another tab; empty for none, undefined if it is more than one text. */
  other: string | undefined;
}

/** Says that another tab edits the same draft: both versions are kept, and either can be shown. */
export function OtherVersion({ other, isShared, takeOther, dropOther }: OtherVersionProps) {
  const { t } = useLingui();
  if (other === '') return isShared && <SharedNotice />;
  return (
    <div role="status">
      <Notice
        tone="warn"
        mark={t`Two versions`}
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" onClick={takeOther}>
              <Trans>Show the other one</Trans>
            </Button>
            <Button size="small" onClick={dropOther}>
              <Trans>Discard the other one</Trans>
            </Button>
          </span>
        }
      >
        <Trans>Another tab has typed something else here. Both are kept.</Trans>
        {other && <Truncated text={other} lines={2} />}
      </Notice>
    </div>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { copyText } from '#src/lib/copy-text.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeBlock } from '#src/ui/code-block.tsx';
import { showToast } from '#src/ui/toasts.ts';

/** What a customer pastes into a site, made by the service. */
export function EmbedCode({ code }: { code: string }) {
  const { t } = useLingui();
  const copy = async () => {
    if (await copyText(code)) return showToast({ text: t`Copied`, tone: 'good' });
    showToast({
      text: t`The browser did not allow copying`,
      detail: t`Select the code and copy it yourself.`,
      tone: 'bad',
    });
  };
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <span className="font-medium">
          <Trans>Embed code</Trans>
        </span>
        <Button kind="quiet" size="small" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-3.5" />
          <Trans>Copy</Trans>
        </Button>
      </div>
      <CodeBlock label={t`Embed code`} code={code} />
    </div>
  );
}

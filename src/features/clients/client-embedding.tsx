import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Copy, LogIn } from 'lucide-react';
import type { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { testSignIn } from '#src/api/sign-in/client-login.ts';
import { copyText } from '#src/lib/copy-text.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { Button } from '#src/ui/button.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { CodeBlock } from '#src/ui/text/code-block.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { formatAbsoluteTime } from '#src/ui/text/relative-time.tsx';

export function ClientEmbedding({ client }: { client: Row<typeof clients> }) {
  return (
    <>
      {client.injectable_code && <EmbedCode code={client.injectable_code} />}
      <SignInTest id={client.id} />
    </>
  );
}

function EmbedCode({ code }: { code: string }) {
  const { t } = useLingui();
  const copy = async () => {
    if (await copyText(code)) return showToast({ text: t`Copied`, tone: 'good' });
    showToast({
      text: t`Couldn’t copy`,
      detail: t`Your browser blocked it. Select the code and copy it manually.`,
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

/** Tests whether the client's visitors can sign in. Shows the result, and which test records remain. */
function SignInTest({ id }: { id: string }) {
  const { t } = useLingui();
  const check = useMutation({ mutationFn: () => testSignIn(id) });
  usePageActions(() => [
    {
      label: t`Test sign-in`,
      Icon: LogIn,
      act: () => {
        // The outcome shows in this tab.
        void navigate({ search: '?part=embedding' }, { replace: true, state: currentLocation().state });
        if (!check.isPending) check.mutate();
      },
    },
  ]);
  return (
    <section aria-label={t`Visitor sign-in`} className="flex flex-col items-start gap-2">
      <span className="font-medium">
        <Trans>Visitor sign-in</Trans>
      </span>
      <p className="text-muted text-sm">
        <Trans>Creates a test visitor and an empty room.</Trans>
      </p>
      <Button busy={check.isPending} onClick={() => check.mutate()}>
        <Trans>Test sign-in</Trans>
      </Button>
      <div role="status">
        {check.error && (
          <StatusBadge status="danger" className="whitespace-normal">
            {errorMessage(check.error)}
          </StatusBadge>
        )}
        {check.data && <Outcome {...check.data} />}
      </div>
    </section>
  );
}

function Outcome({ hasToken, userId, expiresAtUnix, isRoomDeleted }: Awaited<ReturnType<typeof testSignIn>>) {
  const { t } = useLingui();
  const facts = [
    { name: t`Visitor`, value: userId ?? t`Unknown` },
    { name: t`Expires`, value: expiresAtUnix ? formatAbsoluteTime(expiresAtUnix) : t`Unknown` },
  ];
  return (
    <div className="flex flex-col gap-2">
      {hasToken ? (
        <StatusBadge status="approved">
          <Trans>Sign-in works</Trans>
        </StatusBadge>
      ) : (
        <StatusBadge status="warn" className="whitespace-normal">
          <Trans>The server didn’t return a token.</Trans>
        </StatusBadge>
      )}
      <KeyValueList facts={facts} />
      <p className="text-muted text-sm">
        {isRoomDeleted ? (
          <Trans>The empty room was deleted. The test visitor was kept.</Trans>
        ) : (
          <Trans>The test visitor and empty room were kept.</Trans>
        )}
      </p>
    </div>
  );
}

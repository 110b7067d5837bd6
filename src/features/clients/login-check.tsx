import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { Button } from '#src/ui/button.tsx';
import { KeyValueList } from '#src/ui/key-value-list.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { absoluteTime } from '#src/ui/time-words.ts';
import { checkLogin } from './check-login.ts';

/** Tests whether visitors of the client can sign in, and shows the result. */
export function LoginCheck({ id }: { id: string }) {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const check = useMutation({ mutationFn: () => checkLogin(id) });
  return (
    <section aria-label={t`Visitors’ sign-in`} className="flex flex-col items-start gap-2">
      <span className="font-medium">
        <Trans>Visitors’ sign-in</Trans>
      </span>
      <p className="text-muted text-sm">
        <Trans>Signs in once as a new visitor, as the widget does. The visitor and an empty room stay.</Trans>
      </p>
      <Button busy={check.isPending} onClick={() => check.mutate()}>
        <Trans>Check login</Trans>
      </Button>
      <div role="status">
        {check.error && (
          <StatusMark status="danger" className="whitespace-normal">
            {sentence(check.error)}
          </StatusMark>
        )}
        {check.data && <Outcome {...check.data} />}
      </div>
    </section>
  );
}

function Outcome({ hasToken, userId, expiresAtUnix }: Awaited<ReturnType<typeof checkLogin>>) {
  const { t, i18n } = useLingui();
  const facts = [
    { name: t`Visitor`, value: userId ?? t`not told` },
    { name: t`Good until`, value: expiresAtUnix ? absoluteTime(i18n.locale, expiresAtUnix) : t`not told` },
  ];
  return (
    <div className="flex flex-col gap-2">
      {hasToken ? (
        <StatusMark status="approved">
          <Trans>Signing in works</Trans>
        </StatusMark>
      ) : (
        <StatusMark status="warn" className="whitespace-normal">
          <Trans>The service answered, but gave no token where one is usual.</Trans>
        </StatusMark>
      )}
      <KeyValueList facts={facts} />
    </div>
  );
}

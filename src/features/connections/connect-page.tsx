import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { chosenAddress } from '#src/api/connection.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { ownPath } from '#src/lib/own-path.ts';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { SignInFault } from './check-token.ts';
import { ConnectForm } from './connect-form.tsx';
import { SavedTenants } from './saved-tenants.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Sign-in page, by address and token or by a link with the token in its fragment. */
export function Component() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const isNew = params.has('new');
  // Same-origin paths only, to prevent open redirects.
  const then = ownPath(params.get('then') ?? '') ?? '/';
  const { mutate, isPending, error, variables, reset } = useSignIn(() => void navigate(then, { replace: true }));
  const fault = error instanceof SignInFault ? error : undefined;

  const linkToken = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  const takeLink = useEffectEvent((token: string) => {
    // Keep the token out of the address bar and the history.
    void navigate(paths.connect(then === '/' ? undefined : then), { replace: true });
    mutate({ token, isKept: true });
  });
  useEffect(() => {
    if (linkToken) takeLink(linkToken);
  }, [linkToken]);

  return (
    <main className="mx-auto flex min-h-dvh max-w-dialog flex-col justify-center gap-6 p-4">
      <title>{t`Connect · Countersign`}</title>
      <header>
        <Logo className="mb-2 size-7" />
        <h1 className="text-xl font-semibold">Countersign</h1>
        <p className="text-muted">
          <Trans>Sign in to your chat-support service.</Trans>
        </p>
      </header>
      {fault?.request?.isAddressRefused && variables ? (
        <RequestError error={fault.request} onRetry={() => mutate(variables)}>
          <Button onClick={reset}>
            <Trans>Back</Trans>
          </Button>
        </RequestError>
      ) : (
        <>
          <SavedTenants onGo={() => void navigate(isNew ? '/' : then)} />
          <ConnectForm
            key={isNew ? 'new' : chosenAddress()}
            address={isNew ? '' : chosenAddress()}
            fault={fault}
            isPending={isPending}
            onSubmit={mutate}
            onInvalid={reset}
          />
        </>
      )}
    </main>
  );
}

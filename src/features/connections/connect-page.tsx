import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { savedAddresses } from '#src/api/connection.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { SignInFault } from './check-token.ts';
import { SignInFaultText } from './sign-in-fault-text.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Sign in to a tenant: by its address and a token, or by a link that carries the token in its fragment. */
export function Component() {
  const { t } = useLingui();
  const [address, setAddress] = useState(() => savedAddresses()[0] ?? location.origin);
  const [token, setToken] = useState('');
  const navigate = useNavigate();
  const then = useDestination();
  const { mutate, isPending, error } = useSignIn(() => void navigate(then, { replace: true }));
  const fault = error instanceof SignInFault ? error : undefined;

  const linkToken = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  const takeLink = useEffectEvent((given: string) => {
    // The token must not stay in the address bar or in the history.
    void navigate(paths.connect(then === '/' ? undefined : then), { replace: true });
    setAddress(location.origin);
    setToken(given);
    mutate({ address: location.origin, token: given });
  });
  useEffect(() => {
    if (linkToken) takeLink(linkToken);
  }, [linkToken]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ address, token });
  };
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
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label={<Trans>Server address</Trans>}
          error={fault?.at === 'address' && <SignInFaultText fault={fault} at="address" />}
        >
          <Input
            type="url"
            name="address"
            list="saved-addresses"
            autoComplete="url"
            spellCheck={false}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>Access token</Trans>}
          hint={<Trans>It is kept in this tab only, and forgotten when you close it.</Trans>}
          error={fault?.at === 'token' && <SignInFaultText fault={fault} at="token" />}
        >
          <Input
            type="password"
            name="token"
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
        {fault?.at === 'service' && <RequestError error={fault.request} onRetry={() => mutate({ address, token })} />}
        <Button type="submit" kind="primary" busy={isPending}>
          <Trans>Connect</Trans>
        </Button>
      </form>
      <datalist id="saved-addresses">
        {savedAddresses().map((saved) => (
          <option key={saved} value={saved} />
        ))}
      </datalist>
    </main>
  );
}

/** Where to go after signing in: a place of the dashboard itself, never another site. */
function useDestination(): string {
  const then = useSearchParams()[0].get('then') ?? '/';
  const isOwn = then.startsWith('/') && new URL(then, location.origin).origin === location.origin;
  return isOwn ? then : '/';
}

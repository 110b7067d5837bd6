import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useSearchParams } from 'react-router';
import { choose, chosenAddress, openConnection } from '#src/api/connection.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { sanitizeRedirect } from '#src/lib/base-path.ts';
import { navigate } from '#src/lib/router.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { sectionOf } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ConnectionMark } from '#src/ui/connection-mark.tsx';
import { ConnectForm } from './connect-form.tsx';
import { SignInError, useSignIn } from './use-sign-in.ts';

/** Sign-in page, by address and token or by a link with a one-time code or a token in its fragment. */
export function Component() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const isNew = params.has('new');
  const [picked, setPicked] = useState<string>();
  const address = picked ?? (isNew ? '' : chosenAddress());
  // Same-origin paths only, to prevent open redirects.
  const then = sanitizeRedirect(params.get('then') ?? '') ?? '/';
  // The workspace of that path, if known.
  const [from, setFrom] = useState(chosenAddress);
  const pathAt = (key: string) => (from === undefined || from === key ? then : sectionOf(then));
  const { mutate, mutateAsync, isPending, error, variables, reset } = useSignIn(({ key }) =>
    navigate(pathAt(key), { replace: true }),
  );
  const fault = error instanceof SignInError ? error : undefined;

  const link = new URLSearchParams(useLocation().hash.slice(1));
  const [code, token] = [link.get('code'), link.get('token')];
  useAfterChange(code || token || undefined, () => {
    // A link leads to a path of its own workspace.
    setFrom(undefined);
    // Keep the secret out of the address bar and the history.
    void navigate(paths.connect(then === '/' ? undefined : then), { replace: true });
    mutate({ token: token ?? '', code: code ?? undefined, isKept: true });
  });

  return (
    <main className="mx-auto flex min-h-dvh max-w-dialog flex-col justify-center gap-6 p-4">
      <title>{t`Connect · Countersign`}</title>
      <header>
        <Logo />
        <h1 className="text-xl font-semibold">Countersign</h1>
        <p className="text-muted">
          <Trans>Sign in to your chat-support service.</Trans>
        </p>
      </header>
      {fault?.request?.isAddressRefused && variables ? (
        <RequestError error={fault.request} server={fault.server.host} onRetry={() => mutate(variables)}>
          <Button onClick={reset}>
            <Trans>Back</Trans>
          </Button>
        </RequestError>
      ) : (
        <>
          <SavedConnections
            onGo={(key) => void navigate(pathAt(key))}
            onPick={(saved) => {
              reset();
              setPicked(saved);
            }}
          />
          <ConnectForm
            key={address}
            address={address}
            fault={fault}
            isPending={isPending}
            onSubmit={(input) => mutateAsync(input).then(untilLeft, () => undefined)}
            onInvalid={reset}
          />
        </>
      )}
    </main>
  );
}

/** Never resolves: until the page has navigated away, a second submit must send nothing. */
const untilLeft = () => new Promise<never>(() => undefined);

/** The saved connections. Choosing one opens it if the user is signed in there, else the form asks for its token. */
function SavedConnections({ onGo, onPick }: { onGo: (address: string) => void; onPick: (address: string) => void }) {
  const { t } = useLingui();
  const saved = useStore(savedConnections);
  if (saved.length === 0) return null;
  return (
    <ul aria-label={t`Saved workspaces`} className="flex flex-col rounded-box border border-line">
      {saved.map(({ address, name, colour }) => {
        const isSignedIn = openConnection(address) !== undefined;
        return (
          <li key={address} className="border-line not-first:border-t">
            <button
              type="button"
              className="ring-inside flex min-h-row w-full items-center gap-3 rounded-box px-3 py-1 text-start hover:bg-hover"
              onClick={() => {
                choose(address);
                if (isSignedIn) return onGo(address);
                // Another address mounts another form: render it before moving the focus.
                flushSync(() => onPick(address));
                document.querySelector<HTMLElement>('input[name=token]')?.focus();
              }}
            >
              <ConnectionMark name={name} colour={colour} />
              <span className="flex min-w-0 flex-1 flex-col">
                <span dir="auto" className="truncate font-medium">
                  {name}
                </span>
                <span dir="ltr" className="truncate text-muted text-sm">
                  {address}
                </span>
              </span>
              <span className="shrink-0 text-muted text-sm">
                {isSignedIn ? <Trans>Signed in</Trans> : <Trans>Signed out</Trans>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="mb-2 size-7 text-accent">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M3 1h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H8.5L4 15.5V12H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm8.6 3.2L7 8.6 4.6 6.4 3.5 7.6 7 10.8l5.7-5.5Z"
      />
    </svg>
  );
}

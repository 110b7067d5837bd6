import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useState } from 'react';
import type { Connection } from '#src/api/connection.ts';
import { answerSignIn } from '#src/api/sign-in-again.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { SignInFault } from './check-token.ts';
import { SignInFaultText } from './sign-in-fault-text.tsx';
import { useRenewal } from './use-sign-in.ts';

/** Asks for a new token over whatever page is open; what was begun there goes on with it. */
export function SignInDialog({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const [token, setToken] = useState('');
  const { mutate, isPending, error } = useRenewal(connection, answerSignIn);
  const fault = error instanceof SignInFault ? error : undefined;
  const { name } = connection;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate(token);
  };
  return (
    <Dialog
      title={t`Sign in again`}
      description={t`${name} no longer accepts your access token. Nothing you typed is lost.`}
      onClose={() => answerSignIn(undefined)}
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <Field label={<Trans>Access token</Trans>} error={fault && <SignInFaultText fault={fault} at="token" />}>
            <Input
              type="password"
              autoComplete="off"
              autoFocus
              spellCheck={false}
              value={token}
              onChange={(event) => setToken(event.target.value)}
            />
          </Field>
          {fault?.request && fault.at !== 'token' && <RequestError error={fault.request} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => answerSignIn(undefined)}>
            <Trans>Not now</Trans>
          </Button>
          <Button type="submit" kind="primary" busy={isPending}>
            <Trans>Connect</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { Connection } from '#src/api/connection.ts';
import { settleReauth } from '#src/api/sign-in/reauthenticate.ts';
import { validationMessages } from '#src/form/validation-messages.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { SignInRetryNotice, TokenField, tokenSchema } from './token-field.tsx';
import { SignInError, useReauthentication } from './use-sign-in.ts';

/** Re-authentication dialog over the current page. Requests that were waiting for it continue afterwards. */
export function SignInDialog({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const { mutate, isPending, error, reset } = useReauthentication(connection);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(tokenSchema, validationMessages()),
    defaultValues: { token: '' },
  });
  const { errors } = formState;
  const fault = error instanceof SignInError ? error : undefined;
  const { name } = connection;
  const [send] = useSingleFlight(() => handleSubmit(({ token }) => mutate(token), reset)());
  return (
    <Dialog
      title={t`Sign in again`}
      description={t`${name} no longer accepts your access token. Nothing you typed is lost.`}
      onClose={() => settleReauth(undefined)}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) send();
        }}
      >
        <DialogBody>
          <TokenField input={register('token')} error={errors.token?.message} fault={fault} autoFocus />
          <SignInRetryNotice />
          {fault?.request && fault.at !== 'token' && <RequestError error={fault.request} server={name} />}
        </DialogBody>
        <DialogFooter leave={<Trans>Not now</Trans>} onLeave={() => settleReauth(undefined)}>
          <Button type="submit" kind="primary" busy={isPending}>
            <Trans>Connect</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { Connection } from '#src/api/connection.ts';
import { answerSignIn } from '#src/api/sign-in-again.ts';
import { inWords } from '#src/crud/in-words.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { useOnce } from '#src/crud/use-once.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { SignInFault } from './check-token.ts';
import { SignInFaultText } from './sign-in-fault-text.tsx';
import { renewalSchema } from './sign-in-schema.ts';
import { useRenewal } from './use-sign-in.ts';

/** Re-authentication dialog over the current page. Requests that were waiting for it continue afterwards. */
export function SignInDialog({ connection }: { connection: Connection }) {
  const { t } = useLingui();
  const { mutate, isPending, error, reset } = useRenewal(connection, answerSignIn);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(renewalSchema, inWords()),
    defaultValues: { token: '' },
  });
  const { errors } = formState;
  const fault = error instanceof SignInFault ? error : undefined;
  const { name } = connection;
  const [send] = useOnce(() => handleSubmit(({ token }) => mutate(token), reset)());
  return (
    <Dialog
      title={t`Sign in again`}
      description={t`${name} no longer accepts your access token. Nothing you typed is lost.`}
      onClose={() => answerSignIn(undefined)}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) send();
        }}
      >
        <DialogBody>
          <Field
            label={<Trans>Access token</Trans>}
            error={errors.token?.message ?? (fault && <SignInFaultText fault={fault} at="token" />)}
          >
            <Input type="password" {...register('token')} autoComplete="off" autoFocus spellCheck={false} />
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

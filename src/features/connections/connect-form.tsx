import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { normaliseAddress, runtimeConfig } from '#src/api/sign-in/session.ts';
import { refinementIssue, validationMessages } from '#src/form/validation-messages.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { AdministratorDetails, SignInErrorText, SignInRetryNotice, TokenField, tokenSchema } from './token-field.tsx';
import type { SignInError } from './use-sign-in.ts';

const signInSchema = tokenSchema.extend({
  address: z.string().refine(isAddress, refinementIssue({ code: 'not_an_address' })),
  isKept: z.boolean(),
});

function isAddress(text: string): boolean {
  try {
    normaliseAddress(text);
    return true;
  } catch {
    return false;
  }
}

interface ConnectFormProps {
  /** Initial address; undefined to use the page's runtime config. */
  address: string | undefined;
  fault: SignInError | undefined;
  isPending: boolean;
  /** Resolves once signed in, or with `fault` set. */
  onSubmit: (input: { address: string; token: string; isKept: boolean }) => Promise<unknown>;
  /** Client-side validation failed, so the previous server error no longer applies. */
  onInvalid: () => void;
}

export function ConnectForm({ address: first, fault, isPending, onSubmit, onInvalid }: ConnectFormProps) {
  const { data: config } = useQuery({ queryKey: ['page-config'], queryFn: runtimeConfig, staleTime: 0 });
  const start = { address: first ?? config?.server ?? location.origin, token: '', isKept: true };
  const { register, control, setValue, handleSubmit, formState } = useForm({
    resolver: zodResolver(signInSchema, validationMessages()),
    defaultValues: start,
    // The runtime config may arrive after the user has started typing.
    values: start,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = formState;
  const [address, isKept] = useWatch({ control, name: ['address', 'isKept'] });
  const isSession = config?.hasSession === true && address.trim().replace(/(?<!\/)\/+$/, '') === location.origin;
  const [send] = useSingleFlight(() => handleSubmit((input) => onSubmit(input), onInvalid)());
  const submit = () => {
    if (!isPending) send();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label={<Trans>Server address</Trans>}
        error={errors.address?.message ?? (fault?.at === 'address' && <SignInErrorText fault={fault} />)}
      >
        <Input type="url" {...register('address')} autoComplete="url" spellCheck={false} dir="ltr" />
      </Field>
      <AdministratorDetails fault={fault} />
      <TokenField
        input={register('token')}
        error={errors.token?.message}
        fault={fault}
        hint={isSession && <Trans>Stored in a secure cookie until you sign out.</Trans>}
      />
      {config && !isSession && (
        <div>
          <Checkbox
            label={<Trans>Keep me signed in</Trans>}
            aria-describedby="kept"
            checked={isKept}
            onChange={({ target }) => setValue('isKept', target.checked, { shouldDirty: true })}
          />
          <p id="kept" className="ps-6 text-muted text-sm">
            {isKept ? (
              <Trans>Until you close this tab.</Trans>
            ) : (
              <Trans>You’ll need to sign in again after each reload.</Trans>
            )}
          </p>
        </div>
      )}
      <SignInRetryNotice />
      {fault?.at === 'service' && <RequestError error={fault.request} server={fault.server.host} onRetry={submit} />}
      <Button type="submit" kind="primary" busy={isPending}>
        <Trans>Connect</Trans>
      </Button>
    </form>
  );
}

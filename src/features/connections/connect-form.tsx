import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { pageConfig } from '#src/api/page-config.ts';
import { inWords } from '#src/crud/in-words.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { useOnce } from '#src/crud/use-once.ts';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import type { SignInFault } from './check-token.ts';
import { SignInFaultText } from './sign-in-fault-text.tsx';
import { signInSchema } from './sign-in-schema.ts';

interface ConnectFormProps {
  /** Initial address; undefined to use the page's runtime config. */
  address: string | undefined;
  fault: SignInFault | undefined;
  isPending: boolean;
  onSubmit: (input: { address: string; token: string; isKept: boolean }) => void;
  /** Client-side validation failed, so the previous server error no longer applies. */
  onInvalid: () => void;
}

/** Sign-in form: address, token, and where to keep the token. */
export function ConnectForm({ address: first, fault, isPending, onSubmit, onInvalid }: ConnectFormProps) {
  const { data: config } = useQuery({ queryKey: ['page-config'], queryFn: pageConfig, staleTime: 0 });
  const start = { address: first ?? config?.server ?? location.origin, token: '', isKept: true };
  const { register, control, setValue, handleSubmit, formState } = useForm({
    resolver: zodResolver(signInSchema, inWords()),
    defaultValues: start,
    // The runtime config may arrive after the user has started typing.
    values: start,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = formState;
  const [address, isKept] = useWatch({ control, name: ['address', 'isKept'] });
  const isSession = config?.hasSession === true && address.trim().replace(/(?<!\/)\/+$/, '') === location.origin;
  const [send] = useOnce(() => handleSubmit((input) => onSubmit(input), onInvalid)());
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
        error={errors.address?.message ?? (fault?.at === 'address' && <SignInFaultText fault={fault} at="address" />)}
      >
        <Input type="url" {...register('address')} autoComplete="url" spellCheck={false} dir="ltr" />
      </Field>
      <Field
        label={<Trans>Access token</Trans>}
        hint={isSession && <Trans>Your browser keeps it in a cookie that no page can read, until you sign out.</Trans>}
        error={errors.token?.message ?? (fault?.at === 'token' && <SignInFaultText fault={fault} at="token" />)}
      >
        <Input type="password" {...register('token')} autoComplete="off" spellCheck={false} />
      </Field>
      {config && !isSession && (
        <div>
          <Checkbox
            label={<Trans>Keep for this tab</Trans>}
            aria-describedby="kept"
            checked={isKept}
            onChange={({ target }) => setValue('isKept', target.checked, { shouldDirty: true })}
          />
          <p id="kept" className="ps-6 text-muted text-sm">
            {isKept ? (
              <Trans>A reload does not ask for it again. It is forgotten when you close the tab.</Trans>
            ) : (
              <Trans>It is in this page’s memory only: a reload asks for it again.</Trans>
            )}
          </p>
        </div>
      )}
      {fault?.at === 'service' && <RequestError error={fault.request} onRetry={submit} />}
      <Button type="submit" kind="primary" busy={isPending}>
        <Trans>Connect</Trans>
      </Button>
    </form>
  );
}

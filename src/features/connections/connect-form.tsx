import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { pageConfig } from '#src/api/page-config.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import type { SignInFault } from './check-token.ts';
import { SignInFaultText } from './sign-in-fault-text.tsx';

interface ConnectFormProps {
  /** To begin with; absent where the page itself knows best. */
  address: string | undefined;
  fault: SignInFault | undefined;
  isPending: boolean;
  onSubmit: (input: { address: string; token: string; isKept: boolean }) => void;
}

/** An address and a token, and where the token is to be kept. */
export function ConnectForm({ address: first, fault, isPending, onSubmit }: ConnectFormProps) {
  const { data: config } = useQuery({ queryKey: ['page-config'], queryFn: pageConfig, staleTime: 0 });
  const [typed, setTyped] = useState(first);
  const [token, setToken] = useState('');
  const [isKept, setKept] = useState(true);
  const address = typed ?? config?.server ?? location.origin;
  const isSession = config?.hasSession === true && address.trim().replace(/(?<!\/)\/+$/, '') === location.origin;
  const input = { address, token, isKept };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit(input);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label={<Trans>Server address</Trans>}
        error={fault?.at === 'address' && <SignInFaultText fault={fault} at="address" />}
      >
        <Input
          type="url"
          name="address"
          autoComplete="url"
          spellCheck={false}
          dir="ltr"
          value={address}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field
        label={<Trans>Access token</Trans>}
        hint={isSession && <Trans>Your browser keeps it in a cookie that no page can read, until you sign out.</Trans>}
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
      {config && !isSession && (
        <div>
          <Checkbox
            label={<Trans>Keep for this tab</Trans>}
            aria-describedby="kept"
            checked={isKept}
            onChange={({ target }) => setKept(target.checked)}
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
      {fault?.at === 'service' && <RequestError error={fault.request} onRetry={() => onSubmit(input)} />}
      <Button type="submit" kind="primary" busy={isPending}>
        <Trans>Connect</Trans>
      </Button>
    </form>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { isToken } from '#src/api/sign-in/session.ts';
import { translateIssue } from '#src/form/translate-issue.ts';
import { refinementIssue } from '#src/form/validation-messages.ts';
import { useStore } from '#src/lib/store.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Countdown } from '#src/ui/text/countdown.tsx';
import { type SignInError, signInRetryAt } from './use-sign-in.ts';

/** Trims the token: copying often adds whitespace. */
export const tokenSchema = z.object({
  token: z
    .string()
    .trim()
    .refine(isToken, refinementIssue({ code: 'not_a_token' })),
});

interface TokenFieldProps {
  input: UseFormRegisterReturn<'token'>;
  error: string | undefined;
  fault: SignInError | undefined;
  hint?: ReactNode;
  autoFocus?: boolean;
}

/** Access token input, with the reason if the token was not accepted. */
export function TokenField({ input, error, fault, hint, autoFocus }: TokenFieldProps) {
  return (
    <Field
      label={<Trans>Access token</Trans>}
      hint={hint}
      error={error ?? (fault?.at === 'token' && <SignInErrorText fault={fault} />)}
    >
      <Input type="password" {...input} autoComplete="off" autoFocus={autoFocus} spellCheck={false} />
    </Field>
  );
}

export function SignInErrorText({ fault }: { fault: SignInError }) {
  if (fault.reason === 'used_link') {
    return <Trans>This sign-in link has expired or was already used. Ask for a new one.</Trans>;
  }
  if (fault.at === 'token') {
    return fault.reason === 'malformed' ? (
      translateIssue({ code: 'not_a_token' })
    ) : (
      <Trans>This token isn’t accepted. It may be mistyped, expired or revoked.</Trans>
    );
  }
  if (fault.reason === 'malformed') return translateIssue({ code: 'not_an_address' });
  if (fault.reason === 'no_service') return <Trans>This isn’t a chat-support server. Check the address.</Trans>;
  return <Trans>Can’t reach this server. Check the address and your connection.</Trans>;
}

/** For administrators: what to change so that an unreachable server can be reached. */
export function AdministratorDetails({ fault }: { fault: SignInError | undefined }) {
  if (fault?.reason !== 'unreachable') return null;
  const { origin } = location;
  return (
    <details className="text-muted text-sm">
      <summary>
        <Trans>Details for administrators</Trans>
      </summary>
      <p className="pt-1">
        {fault.server.origin !== origin ? (
          <Trans>
            The server may be down. If it’s running, add {origin} to its CORS_ORIGINS, and the address to
            CONNECT_ORIGINS on this page’s server.
          </Trans>
        ) : (
          <Trans>The server may be down, or a proxy or firewall may be blocking it.</Trans>
        )}
      </p>
    </details>
  );
}

/** Says that the service asked to wait (`Retry-After`), and that the sign-in is retried automatically. */
export function SignInRetryNotice() {
  const { t } = useLingui();
  const untilMs = useStore(signInRetryAt);
  if (untilMs === undefined) return null;
  return (
    <Notice tone="warn" mark={t`Waiting`}>
      <Trans>The server is busy. Retrying automatically.</Trans> <Countdown until={untilMs} />
    </Notice>
  );
}

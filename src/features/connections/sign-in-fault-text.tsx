import { Trans } from '@lingui/react/macro';
import { issueWords } from '#src/crud/issue-words.ts';
import { SignInFault } from './check-token.ts';

/** Error message for a field of the sign-in form; null if the fault concerns another field. */
export function SignInFaultText({ fault, at }: { fault: unknown; at: 'address' | 'token' }) {
  if (!(fault instanceof SignInFault) || fault.at !== at) return null;
  if (at === 'token') {
    return fault.reason === 'malformed' ? (
      issueWords({ code: 'not_a_token' })
    ) : (
      <Trans>The service does not accept this token. It may be mistyped, expired or revoked.</Trans>
    );
  }
  if (fault.reason === 'malformed') return issueWords({ code: 'not_an_address' });
  if (fault.reason === 'no_service')
    return <Trans>Something answers there, but it is not the chat-support service.</Trans>;
  if (fault.isElsewhere) {
    return (
      <Trans>
        Nothing answers there. The service may be stopped or not allow this dashboard (its CORS_ORIGINS), or this
        dashboard may not ask other addresses (its own CONNECT_ORIGINS).
      </Trans>
    );
  }
  return <Trans>Nothing answers there. Check the address and your network; the service may also be stopped.</Trans>;
}

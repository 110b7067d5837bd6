import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ApiError } from '#src/api/errors.ts';
import { ErrorNotice } from '#src/ui/feedback/error-notice.tsx';

interface IpNotAllowedPageProps {
  /** Name of the tenant. */
  tenant: string;
  error: ApiError;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}

/** What to do if a tenant blocks this client's IP address: who has to allow which address, and where. */
export function IpNotAllowedPage({ tenant, error, onRetry, children }: IpNotAllowedPageProps) {
  const words = error.errors.map(({ title, detail }) => [...new Set([title, detail])].filter(Boolean).join(' '));
  const named = words.join(' ').match(ADDRESS)?.[0];
  return (
    <ErrorNotice
      what={<Trans>{tenant} takes no requests from this address.</Trans>}
      advice={
        <Trans>
          The service answers listed addresses only. The list is its setting VALID_IPS; your token is not at fault, and
          you stay signed in.
        </Trans>
      }
      words={words}
      onRetry={onRetry}
    >
      <div className="order-first flex w-full flex-col gap-2 pb-2">
        <h2 className="font-semibold">
          <Trans>Which address to have added</Trans>
        </h2>
        <p>
          {named ? (
            <Trans>
              The service names <strong dir="ltr">{named}</strong>. Ask your administrator to add that to VALID_IPS.
            </Trans>
          ) : (
            <Trans>
              The one that the service sees, which this page cannot know: mostly not this computer’s own, but that of
              your network’s way out, or of the server in between if this page is served by a gateway. Your
              administrator finds it in the log of the service, and adds it to VALID_IPS.
            </Trans>
          )}
        </p>
        <p>
          <Trans>What you typed is kept. Try again once it has been added.</Trans>
        </p>
      </div>
      {children}
    </ErrorNotice>
  );
}

/** An IP address in the service's message: IPv4, or IPv6 with at least three parts. */
const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]{1,4}:[\da-f:]*:[\da-f]{1,4}\b/i;

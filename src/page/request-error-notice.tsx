import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { connection } from '#src/api/connection.ts';
import { ApiError, type ReadError } from '#src/api/errors.ts';
import { useStore } from '#src/lib/store.ts';
import { ErrorNotice } from '#src/ui/feedback/error-notice.tsx';
import { errorTitle, GATEWAY } from './error-message.ts';

export interface RequestErrorProps {
  error: unknown;
  /** Server of a failed sign-in, where the user has no session. Default: the current connection. */
  server?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** More actions, such as a link back. */
  children?: ReactNode;
}

/** Error page of a failed request: what happened, whose fault it is, what to do, and the service's own words. */
export function RequestErrorNotice({ error, server, onRetry, children }: RequestErrorProps) {
  const host = useServerName(server);
  if (error instanceof ApiError && error.isAddressRefused) {
    return (
      <IpNotAllowedPage error={error} server={server} onRetry={onRetry}>
        {children}
      </IpNotAllowedPage>
    );
  }
  const words = error instanceof ApiError ? error.errors.flatMap(wordsOf) : [];
  return (
    <ErrorNotice
      what={ownTitle(error) || errorTitle(error, host)}
      advice={adviceFor(error)}
      words={words.filter(Boolean)}
      onRetry={onRetry}
    >
      {children}
    </ErrorNotice>
  );
}

/** The service's own words for an error, and the request id by which its operator can find the log entry. */
function wordsOf({ title, detail, meta }: ReadError): string[] {
  return [detail || title, typeof meta.request_id === 'string' ? `request_id: ${meta.request_id}` : ''];
}

/** The given server, or else the name of the current connection, or the host. */
const useServerName = (given: string | undefined): string =>
  useStore(connection, (current) => given ?? current?.name ?? location.host);

/** A better title for the notice than the one for toasts, if there is one. */
function ownTitle(error: unknown): ReactNode {
  if (!(error instanceof ApiError && error.kind === 'refused')) return undefined;
  if (error.isNotFound) return <Trans>Not found</Trans>;
  if (error.status === 401) return <Trans>You’re signed out</Trans>;
  return error.status === 403 && <RefusedAction asked={error.asked} />;
}

function adviceFor(error: unknown): ReactNode {
  if (!(error instanceof ApiError)) return <Trans>This is a bug in Countersign. Try again, or reload the page.</Trans>;
  if (error.hasCode(GATEWAY.unreachable))
    return <Trans>Countersign is running, but the server behind it may be down. Contact your administrator.</Trans>;
  if (error.hasCode(GATEWAY.timeout))
    return <Trans>Countersign is running, but the server behind it is slow. Try again in a moment.</Trans>;
  if (error.kind === 'unreachable')
    return <Trans>Check your connection. If you’re online, the server may be down.</Trans>;
  if (error.kind === 'timeout') return <Trans>The server or your connection is slow. Try again in a moment.</Trans>;
  if (error.kind === 'unreadable')
    return <Trans>This may not be a chat-support server, or a proxy is in between. Contact your administrator.</Trans>;
  if (error.isNotFound) return <Trans>It may have been deleted, or the link is wrong.</Trans>;
  if (error.status === 401) return <Trans>The access token is missing, expired or revoked. Sign in again.</Trans>;
  if (error.status === 403) return <Trans>Your access token doesn’t allow it. Ask an admin for access.</Trans>;
  if (error.isTypeRefused)
    return <Trans>Nothing was changed. The server or a proxy is misconfigured. Contact your administrator.</Trans>;
  if (error.isUnsupported) return <Trans>Nothing was changed. See Settings for what this server supports.</Trans>;
  if (error.status >= 500)
    return <Trans>Something went wrong on our side. Try again, or contact your administrator.</Trans>;
  return <Trans>Nothing was changed. If this should work, contact your administrator.</Trans>;
}

/** Names the action that a token does not allow, where it is known. */
function RefusedAction({ asked }: { asked: ApiError['asked'] }) {
  const action = asked?.path.split('/')[3]?.replaceAll('_', ' ');
  if (asked?.method === 'GET') return <Trans>You can’t view this</Trans>;
  if (action && action !== 'relationships') return <Trans>You can’t do this: {action}</Trans>;
  if (asked?.method === 'UPDATE') return <Trans>You can’t edit this</Trans>;
  if (asked?.method === 'DELETE') return <Trans>You can’t delete this</Trans>;
  if (asked?.method === 'POST') return <Trans>You can’t create this</Trans>;
  return <Trans>You can’t do this</Trans>;
}

interface IpNotAllowedPageProps extends RequestErrorProps {
  error: ApiError;
}

/** Error page if the server blocks this client's IP address: says who has to allow which address, and where. */
function IpNotAllowedPage({ error, server: given, onRetry, children }: IpNotAllowedPageProps) {
  const server = useServerName(given);
  const words = error.errors.map(({ title, detail }) => [...new Set([title, detail])].filter(Boolean).join(' '));
  const named = error.refusedAddress ?? words.join(' ').match(ADDRESS)?.[0];
  return (
    <ErrorNotice
      what={<Trans>{server} doesn’t accept requests from your IP address</Trans>}
      advice={
        <>
          <Trans>Only IP addresses listed in the server’s VALID_IPS setting can connect.</Trans>{' '}
          {given === undefined && <Trans>Your token is fine, and you stay signed in.</Trans>}
        </>
      }
      words={words}
      onRetry={onRetry}
    >
      <div className="order-first flex w-full flex-col gap-2 pb-2">
        <h2 className="font-semibold">
          <Trans>Address to add</Trans>
        </h2>
        <p>
          {named ? (
            <Trans>
              The server sees <strong dir="ltr">{named}</strong>. Ask your administrator to add it to VALID_IPS.
            </Trans>
          ) : (
            <Trans>
              This page can’t tell which address the server sees. It’s usually your network’s public address or, behind
              a gateway, the gateway’s. Your administrator can find it in the server log and add it to VALID_IPS.
            </Trans>
          )}
        </p>
        <p>
          {given === undefined && <Trans>Your text stays here.</Trans>}{' '}
          <Trans>Try again once the address has been added.</Trans>
        </p>
      </div>
      {children}
    </ErrorNotice>
  );
}

/** An IP address in another service's message: IPv4, or IPv6 with at least three parts. */
const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]{1,4}:[\da-f:]*:[\da-f]{1,4}\b/i;

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MEDIA_TYPE } from '#contract/document.ts';
import { ApiError, type ReadError } from '#src/api/errors.ts';
import { ErrorNotice } from '#src/ui/feedback/error-notice.tsx';
import { GATEWAY, useServerName } from './use-error-sentence.ts';

export interface RequestErrorProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** More actions, such as a link back. */
  children?: ReactNode;
}

/** Error page of a failed request: what happened, whose fault it is, what to do, and the service's own words. */
export function RequestErrorNotice({ error, onRetry, children }: RequestErrorProps) {
  const { title, advice } = useErrorTexts(error);
  if (error instanceof ApiError && error.isAddressRefused) {
    return (
      <IpNotAllowedPage error={error} onRetry={onRetry}>
        {children}
      </IpNotAllowedPage>
    );
  }
  const words = error instanceof ApiError ? error.errors.flatMap(wordsOf) : [];
  return (
    <ErrorNotice what={title} advice={advice} words={words.filter(Boolean)} onRetry={onRetry}>
      {children}
    </ErrorNotice>
  );
}

/** The service's own words for an error, and the request id by which its operator finds it in the log. */
function wordsOf({ title, detail, meta }: ReadError): string[] {
  return [detail || title, typeof meta.request_id === 'string' ? `request_id: ${meta.request_id}` : ''];
}

function useErrorTexts(error: unknown): { title: ReactNode; advice: ReactNode } {
  const host = useServerName();
  if (!(error instanceof ApiError)) {
    return {
      title: <Trans>Something went wrong on this page.</Trans>,
      advice: <Trans>This is a fault of Countersign, not yours. Try again, or reload the page.</Trans>,
    };
  }
  if (error.kind === 'unreachable') {
    return {
      title: <Trans>{host} cannot be reached.</Trans>,
      advice: <Trans>Check your network. If it works, the service is stopped or its address has changed.</Trans>,
    };
  }
  if (error.kind === 'timeout') {
    return {
      title: <Trans>{host} did not answer in time.</Trans>,
      advice: <Trans>The service is slow or your network is. Try again in a moment.</Trans>,
    };
  }
  if (error.kind === 'unreadable') {
    return {
      title: <Trans>{host} answered something that cannot be read.</Trans>,
      advice: <Trans>It may not be the chat-support service, or something stands in between.</Trans>,
    };
  }
  return refusalTexts(error, host);
}

function refusalTexts(error: ApiError, host: string): { title: ReactNode; advice: ReactNode } {
  if (error.hasCode(GATEWAY.unreachable)) {
    return {
      title: <Trans>Countersign’s gateway cannot reach {host}.</Trans>,
      advice: (
        <Trans>This page’s own server works; the tenant behind it is stopped, or cannot be reached from it.</Trans>
      ),
    };
  }
  if (error.hasCode(GATEWAY.timeout)) {
    return {
      title: <Trans>{host} did not answer Countersign’s gateway in time.</Trans>,
      advice: <Trans>This page’s own server works; the tenant behind it is slow. Try again in a moment.</Trans>,
    };
  }
  if (error.isNotFound) {
    return {
      title: <Trans>There is nothing here.</Trans>,
      advice: <Trans>It was deleted, or the address is wrong.</Trans>,
    };
  }
  if (error.status === 401) {
    return {
      title: <Trans>You are not signed in.</Trans>,
      advice: <Trans>The access token is missing, expired or revoked. Sign in again.</Trans>,
    };
  }
  if (error.status === 403) {
    return {
      title: <RefusedAction asked={error.asked} />,
      advice: <Trans>Your token does not allow it. Ask an admin if it should.</Trans>,
    };
  }
  if (error.isTypeRefused) {
    return {
      title: (
        <Trans>
          {host} does not take the content type {MEDIA_TYPE} ({error.status}).
        </Trans>
      ),
      advice: (
        <Trans>
          Nothing was changed. This is a fault in how the service, or something in between, is set up: tell your
          administrator.
        </Trans>
      ),
    };
  }
  if (error.isUnsupported) {
    return {
      title: <Trans>{host} does not offer this.</Trans>,
      advice: <Trans>Nothing was changed. Settings say what else this tenant does not offer.</Trans>,
    };
  }
  if (error.status >= 500) {
    return {
      title: (
        <Trans>
          {host} answered with a fault of its own ({error.status}).
        </Trans>
      ),
      advice: <Trans>This is not your fault. Try again; if it keeps happening, tell your administrator.</Trans>,
    };
  }
  return {
    title: <Trans>The service refused this.</Trans>,
    advice: <Trans>Nothing was changed. If this ought to work, tell your administrator.</Trans>,
  };
}

/** Names the action that a token does not allow, where it is known. */
function RefusedAction({ asked }: { asked: ApiError['asked'] }) {
  const action = asked?.path.split('/')[3]?.replaceAll('_', ' ');
  if (asked?.method === 'GET') return <Trans>You may not read this.</Trans>;
  if (action && action !== 'relationships') return <Trans>You may not do this: {action}.</Trans>;
  if (asked?.method === 'UPDATE') return <Trans>You may not change this.</Trans>;
  if (asked?.method === 'DELETE') return <Trans>You may not delete this.</Trans>;
  if (asked?.method === 'POST') return <Trans>You may not create this.</Trans>;
  return <Trans>You may not do this.</Trans>;
}

interface IpNotAllowedPageProps extends RequestErrorProps {
  error: ApiError;
}

/** What to do if the server blocks this client's IP address: who has to allow which address, and where. */
function IpNotAllowedPage({ error, onRetry, children }: IpNotAllowedPageProps) {
  const server = useServerName();
  const words = error.errors.map(({ title, detail }) => [...new Set([title, detail])].filter(Boolean).join(' '));
  const named = words.join(' ').match(ADDRESS)?.[0];
  return (
    <ErrorNotice
      what={<Trans>{server} takes no requests from this address.</Trans>}
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

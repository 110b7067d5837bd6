import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { connection } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { useStore } from '#src/lib/store.ts';
import { ErrorNotice } from '#src/ui/error-notice.tsx';

interface RequestErrorProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** Further ways out, such as a link back. */
  children?: ReactNode;
}

/** A request that failed: what happened, whose fault it is, what to do, and the service's own words. */
export function RequestError({ error, onRetry, children }: RequestErrorProps) {
  const { title, advice } = useErrorTexts(error);
  const words = error instanceof ApiError ? error.errors.map(({ title, detail }) => detail || title) : [];
  return (
    <ErrorNotice what={title} advice={advice} words={words.filter(Boolean)} onRetry={onRetry}>
      {children}
    </ErrorNotice>
  );
}

/** One sentence for a request that failed, for toasts and lines beside a button. */
export function useErrorSentence(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    if (!(error instanceof ApiError)) return t`Something went wrong on this page.`;
    if (error.kind === 'unreachable') return t`The service cannot be reached.`;
    if (error.kind === 'timeout') return t`The service did not answer in time.`;
    if (error.kind === 'unreadable') return t`The service answered something that cannot be read.`;
    const [first] = error.errors;
    return first?.detail || first?.title || t`The service refused this (${error.status}).`;
  };
}

function useErrorTexts(error: unknown): { title: ReactNode; advice: ReactNode } {
  const host = useHost();
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
  if (error.isAddressRefused) {
    return {
      title: <Trans>{host} does not accept this computer’s address.</Trans>,
      advice: (
        <Trans>
          The service takes requests from listed addresses only. Ask whoever runs it to add yours to its setting
          VALID_IPS, then try again.
        </Trans>
      ),
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
      title: <Trans>You may not do this.</Trans>,
      advice: <Trans>Your token does not allow it. Ask an admin if it should.</Trans>,
    };
  }
  if (error.status >= 500) {
    return {
      title: <Trans>The service failed.</Trans>,
      advice: <Trans>This is not your fault. Try again; if it stays so, tell whoever runs the service.</Trans>,
    };
  }
  return {
    title: <Trans>The service refused this.</Trans>,
    advice: <Trans>Nothing was changed. If this ought to work, tell whoever runs the service.</Trans>,
  };
}

function useHost(): string {
  const current = useStore(connection);
  return current ? new URL(current.address).host : location.host;
}

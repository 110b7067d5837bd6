import { useMutation } from '@tanstack/react-query';
import { type Connection, isTokenKept, signIn } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { rememberService, serviceDocumentQuery } from '#src/api/extensions/service-document.ts';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient, queryKeys, retryWhenBusy } from '#src/api/query-client.ts';
import { flushWrites } from '#src/api/sign-in/pending-writes.ts';
import { resumeSession } from '#src/api/sign-in/reauthenticate.ts';
import { isToken, normaliseAddress, openSession, runtimeConfig, verifyToken } from '#src/api/sign-in/session.ts';
import { isolateDraftsByUser } from '#src/form/draft/isolate-drafts-by-user.ts';
import { settleWithin } from '#src/lib/delay.ts';
import { createStore } from '#src/lib/store.ts';

/** When a sign-in is retried after a `Retry-After`, in ms since 1970. */
export const signInRetryAt = createStore<number | undefined>(undefined);

interface SignInInput {
  /** Omit to use the server this page is configured for. */
  address?: string;
  token: string;
  /** The code of a sign-in link, in place of a token; only for the server of this page. */
  code?: string;
  /** Keep the token across reloads, if the server of this page has no session for it. */
  isKept: boolean;
}

/** Signs in if the service accepts the token, and clears the cache of this connection. Fails with a SignInError. */
export function useSignIn(onSignedIn: (connection: Connection) => void) {
  return useMutation({
    // Drop the mutation's variables at once: they contain the token.
    gcTime: 0,
    mutationFn: async ({ address, token, code, isKept }: SignInInput) => {
      await flushWrites();
      if (code !== undefined) {
        await openByCode(code);
        return signIn(readAddress(location.origin));
      }
      const { hasSession, server } = await runtimeConfig();
      const base = readAddress(address ?? server ?? location.origin);
      return checkAndSignIn(base, token.trim(), { isKept, isSession: hasSession && base === location.origin });
    },
    onSuccess: async (connection) => {
      queryClient.removeQueries({ queryKey: queryKeys.connection(connection) });
      await loadSignedInUser();
      onSignedIn(connection);
    },
  });
}

/** Re-authenticates after the token was refused. The page stays, unless another user has signed in. */
export function useReauthentication(old: Connection) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (token: string) => {
      const manner = { isKept: isTokenKept(old.key), isSession: old.token === undefined };
      await checkAndSignIn(old.address, token.trim(), manner);
      await resumeSession(loadSignedInUser);
    },
  });
}

const MAX_LOOK_UP_MS = 3_000;

/** Looks up the signed-in user, so that their own stored drafts are restored before a form opens. */
async function loadSignedInUser(): Promise<void> {
  isolateDraftsByUser();
  const [key] = queryKeys.connection();
  // No retry: after a 401 the query would wait for this very sign-in.
  const now = { staleTime: 0, retry: false };
  // Reads the workspace's name and colour, and the role that decides the start page.
  const service = queryClient.query({ ...serviceDocumentQuery(), ...now });
  const named = service.then((document) => document && rememberService(key, document));
  await settleWithin(MAX_LOOK_UP_MS, [queryClient.query({ ...meQuery(), ...now }), named]);
}

async function checkAndSignIn(base: string, token: string, { isKept, isSession }: SignInManner): Promise<Connection> {
  await checkToken(base, token, isSession);
  const connection = isSession ? signIn(base) : signIn(base, token, isKept);
  // A response to the previous token may still arrive.
  const queryKey = queryKeys.me(connection);
  void queryClient.cancelQueries({ queryKey });
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  return connection;
}

interface SignInManner {
  isKept: boolean;
  isSession: boolean;
}

type Server = Pick<URL, 'origin' | 'host'>;

/** Why a sign-in failed: which input is at fault, and the failed request, if any. */
export class SignInError extends Error {
  readonly at: 'address' | 'token' | 'service';
  readonly reason: 'malformed' | 'refused' | 'used_link' | 'no_service' | 'unreachable' | 'failed';
  readonly request: ApiError | undefined;
  /** Where the request was sent. */
  readonly server: Server;

  constructor(at: SignInError['at'], reason: SignInError['reason'], request?: ApiError, server: Server = location) {
    super(`${at} ${reason}`);
    this.at = at;
    this.reason = reason;
    this.request = request;
    this.server = server;
  }
}

/** Checks the token by a read; with sessions, the server of this page checks and keeps it. Throws a SignInError. */
export async function checkToken(base: string, token: string, isSession: boolean): Promise<void> {
  if (!isToken(token)) throw new SignInError('token', 'malformed');
  try {
    await sendWhenReady(() => (isSession ? openSession({ token }) : verifyToken(base, token)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw explain(error, new URL(base));
  }
}

/** Signs in by the one-time code of a link. Throws a SignInError. */
async function openByCode(code: string): Promise<void> {
  try {
    await sendWhenReady(() => openSession({ code }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw error.status === 401 ? new SignInError('token', 'used_link', error) : explain(error);
  }
}

function readAddress(address: string): string {
  try {
    return normaliseAddress(address);
  } catch {
    throw new SignInError('address', 'malformed');
  }
}

function explain(error: ApiError, server?: Server): SignInError {
  if (error.isAddressRefused) return new SignInError('service', 'refused', error, server);
  if (error.status === 401) return new SignInError('token', 'refused', error, server);
  if (error.kind === 'unreachable' || error.kind === 'timeout')
    return new SignInError('address', 'unreachable', error, server);
  if (error.kind === 'unreadable' || error.isNotFound) return new SignInError('address', 'no_service', error, server);
  return new SignInError('service', 'failed', error, server);
}

/** Repeats a request while the server asks to wait, and shows the wait. Throws as the request does. */
const sendWhenReady = (send: () => Promise<unknown>) =>
  retryWhenBusy(
    () => {
      signInRetryAt.set(undefined);
      return send();
    },
    { onWait: (seconds) => signInRetryAt.set(Date.now() + seconds * 1000) },
  );

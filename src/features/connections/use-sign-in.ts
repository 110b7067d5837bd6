import { useMutation } from '@tanstack/react-query';
import { type Connection, isTokenKept, signIn } from '#src/api/connection.ts';
import { pageConfig } from '#src/api/page-config.ts';
import { queryKeys } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { checkToken, readAddress } from './check-token.ts';

interface SignInInput {
  /** Omit to use the tenant this page is configured for. */
  address?: string;
  token: string;
  /** Keep the token across reloads, if the server of this page has no session for it. */
  isKept: boolean;
}

/** Signs in if the tenant accepts the token, and clears the tenant's cache. Fails with a SignInFault. */
export function useSignIn(onSignedIn: (connection: Connection) => void) {
  return useMutation({
    // Drop the mutation's variables at once: they contain the token.
    gcTime: 0,
    mutationFn: async ({ address, token, isKept }: SignInInput) => {
      const { hasSession, server } = await pageConfig();
      const base = readAddress(address ?? server ?? location.origin);
      return checkAndSignIn(base, token.trim(), { isKept, isSession: hasSession && base === location.origin });
    },
    onSuccess: (connection) => {
      queryClient.removeQueries({ queryKey: queryKeys.connection(connection) });
      onSignedIn(connection);
    },
  });
}

/** Re-authenticates after the token was refused. The page stays mounted and its queries are invalidated. */
export function useRenewal(old: Connection, onSignedIn: (connection: Connection) => void) {
  return useMutation({
    gcTime: 0,
    mutationFn: (token: string) =>
      checkAndSignIn(old.address, token.trim(), { isKept: isTokenKept(old.key), isSession: old.token === undefined }),
    onSuccess: (connection) => {
      onSignedIn(connection);
      // The new token may belong to another user.
      void queryClient.invalidateQueries({ queryKey: queryKeys.connection(connection) });
    },
  });
}

async function checkAndSignIn(base: string, token: string, { isKept, isSession }: SignInManner): Promise<Connection> {
  await checkToken(base, token, isSession);
  return isSession ? signIn(base) : signIn(base, token, isKept);
}

interface SignInManner {
  isKept: boolean;
  isSession: boolean;
}

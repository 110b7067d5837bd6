import { useMutation } from '@tanstack/react-query';
import { type Connection, isTokenKept, signIn } from '#src/api/connection.ts';
import { pageConfig } from '#src/api/page-config.ts';
import { queryKeys } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { checkToken, readAddress } from './check-token.ts';

interface SignInInput {
  /** Absent for that which the page belongs to. */
  address?: string;
  token: string;
  /** Whether a reload shall find the token, where the server of this page does not keep it. */
  isKept: boolean;
}

/** Signs in where the tenant takes the token; fails with a SignInFault. What another token had read is forgotten. */
export function useSignIn(onSignedIn: (connection: Connection) => void) {
  return useMutation({
    // The token is nowhere once it has been handed over.
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

/** Signs in with a new token where the old one was refused; the page stays as it is, and is read again. */
export function useRenewal(old: Connection, onSignedIn: (connection: Connection) => void) {
  return useMutation({
    gcTime: 0,
    mutationFn: (token: string) =>
      checkAndSignIn(old.address, token.trim(), { isKept: isTokenKept(old.key), isSession: old.token === undefined }),
    onSuccess: (connection) => {
      onSignedIn(connection);
      // The new token may be another person's.
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

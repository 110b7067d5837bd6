import { useMutation } from '@tanstack/react-query';
import { type Connection, signIn } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { checkToken } from './check-token.ts';

interface SignInInput {
  address: string;
  token: string;
}

/** Signs in where the tenant takes the token; fails with a SignInFault. What another token had read is forgotten. */
export function useSignIn(onSignedIn: (connection: Connection) => void) {
  return useMutation({
    mutationFn: (input: SignInInput) => checkAndSignIn(input),
    onSuccess: (connection) => {
      queryClient.clear();
      onSignedIn(connection);
    },
  });
}

/** Signs in with a new token where the old one was refused; the page stays as it is, and is read again. */
export function useRenewal(onSignedIn: (connection: Connection) => void) {
  return useMutation({
    mutationFn: (input: SignInInput) => checkAndSignIn(input),
    onSuccess: (connection) => {
      onSignedIn(connection);
      // The new token may be another person's.
      void queryClient.invalidateQueries();
    },
  });
}

async function checkAndSignIn({ address, token }: SignInInput): Promise<Connection> {
  const given = token.trim();
  return signIn(await checkToken(address, given), given);
}

import { Outlet, type RouteObject } from 'react-router';
import { reauthPrompt } from '#src/api/sign-in/reauthenticate.ts';
import { SignInDialog } from '#src/features/connections/sign-in-dialog.tsx';
import { useStore } from '#src/lib/store.ts';

function Shell() {
  const prompt = useStore(reauthPrompt);
  return (
    <>
      <Outlet />
      {prompt && <SignInDialog connection={prompt.connection} />}
    </>
  );
}

/** Pages with the dialog that asks for a new token over them, as in the app shell. */
export const withSignIn = (children: RouteObject[]): RouteObject[] => [{ Component: Shell, children }];

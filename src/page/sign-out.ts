import { t } from '@lingui/core/macro';
import { connection } from '#src/api/connection.ts';
import { leaveConnection } from '#src/api/sign-in/session.ts';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { errorMessage } from './error-message.ts';

/** Signs out of the current connection and shows the sign-in page. */
export async function signOutHere(): Promise<void> {
  const from = connection.get();
  // Navigate first, so that the sign-in page does not redirect back here.
  await navigate(paths.connect());
  await leaveConnection().catch((error: unknown) =>
    showToast({ tone: 'warn', text: t`Signed out in this browser only`, detail: errorMessage(error, from) }),
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { leaveConnection } from '#src/api/session.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { navigate } from '#src/lib/router.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { KeyValueList } from '#src/ui/key-value-list.tsx';
import { showToast } from '#src/ui/toasts.ts';

/** The current tenant, with switch and sign-out. */
export function ConnectionSettings() {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const current = useStore(connection);
  const leave = async () => {
    // Navigate first, so that the sign-in page does not redirect back here.
    await navigate(paths.connect());
    await leaveConnection().catch((error: unknown) =>
      showToast({ tone: 'warn', text: t`Signed out here, but the server could not be told`, detail: sentence(error) }),
    );
  };
  const facts = [
    { name: t`Name`, value: <span dir="auto">{current?.name}</span> },
    { name: t`Server address`, value: <span dir="ltr">{current?.address}</span> },
  ];
  return (
    <>
      <KeyValueList facts={facts} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void leave()}>
          <Trans>Sign out</Trans>
        </Button>
        <Link to={paths.offers()} className={buttonClass()}>
          <Trans>What this tenant offers</Trans>
        </Link>
        <Link to={paths.connections()} className={buttonClass()}>
          <Trans>Manage connections</Trans>
        </Link>
      </div>
    </>
  );
}

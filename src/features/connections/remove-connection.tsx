import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { connection } from '#src/api/connection.ts';
import type { SavedConnection } from '#src/api/saved-connections.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { Confirm } from '#src/ui/confirm.tsx';
import { listWords } from '#src/ui/list-words.ts';
import { showToast } from '#src/ui/toasts.ts';
import { forgetTenant, keptOf } from './forget-tenant.ts';

/** Confirms the removal of a tenant and lists what is deleted with it. */
export function RemoveConnection({ saved, onClose }: { saved: SavedConnection; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const sentence = useErrorSentence();
  const { address, name } = saved;
  const { texts, views, decisions } = keptOf(address);
  const things = [
    texts > 0 &&
      t`${plural(texts, { one: '# text you typed and did not send', other: '# texts you typed and did not send' })}`,
    decisions > 0 &&
      t`${plural(decisions, { one: '# decision that was not sent', other: '# decisions that were not sent' })}`,
    views > 0 && t`${plural(views, { one: '# saved view', other: '# saved views' })}`,
    t`what was read and counted there`,
  ].filter((thing) => thing !== false);
  const list = listWords(i18n.locale, things, 'long');

  const remove = async () => {
    onClose();
    const isCurrent = connection.get()?.key === address;
    // Go to the sign-in page first, so that no mounted component stores data of the tenant again.
    if (isCurrent) await navigate(paths.newConnection());
    await forgetTenant(address).catch((error: unknown) =>
      showToast({ tone: 'warn', text: t`Removed here, but its server could not be told`, detail: sentence(error) }),
    );
  };
  return (
    <Confirm
      danger
      title={t`Remove ${name}?`}
      confirmLabel={<Trans>Remove</Trans>}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>
        <Trans>This browser forgets {list}. Nothing changes at the service itself.</Trans>
      </p>
    </Confirm>
  );
}

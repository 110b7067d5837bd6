import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { connection, dropConnection, openConnection } from '#src/api/connection.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { type SavedConnection, savedConnections } from '#src/api/sign-in/connection-store.ts';
import { closeSession } from '#src/api/sign-in/session.ts';
import { DRAFT_PREFIX } from '#src/form/draft/draft-storage.ts';
import { navigate } from '#src/lib/router.ts';
import { storedKeys, writeStored } from '#src/lib/storage/local-storage.ts';
import { readViews } from '#src/lib/storage/saved-views.ts';
import { changeOutbox, outbox } from '#src/outbox/outbox-store.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { formatList } from '#src/ui/text/format-list.ts';

/** Confirms the removal of a connection and lists what is deleted with it. */
export function RemoveConnection({ saved, onClose }: { saved: SavedConnection; onClose: () => void }) {
  const { t } = useLingui();
  const { address, name } = saved;
  const { texts, views, decisions } = countStoredData(address);
  const things = [
    texts > 0 && t`${plural(texts, { one: '# unsent text', other: '# unsent texts' })}`,
    decisions > 0 && t`${plural(decisions, { one: '# unsent decision', other: '# unsent decisions' })}`,
    views > 0 && t`${plural(views, { one: '# saved view', other: '# saved views' })}`,
    t`cached data`,
  ].filter((thing) => thing !== false);
  const list = formatList(things, 'long');

  const remove = async () => {
    onClose();
    const isCurrent = connection.get()?.key === address;
    // Go to the sign-in page first, so that no mounted component stores data of it again.
    if (isCurrent) await navigate(paths.newConnection());
    await deleteConnection(address).catch((error: unknown) => {
      const text = t`Removed here, but couldn’t sign out of its server`;
      showToast({ tone: 'warn', text, detail: errorMessage(error, saved) });
    });
  };
  return (
    <Dialog role="alertdialog" title={t`Remove ${name}?`} onClose={onClose}>
      <DialogBody>
        <p>
          <Trans>This deletes {list} from this browser. Nothing changes on the server.</Trans>
        </p>
      </DialogBody>
      <DialogFooter leave={<Trans>Cancel</Trans>} onLeave={onClose}>
        <Button kind="danger" onClick={() => void remove()}>
          <Trans>Remove</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Counts of what this browser stores for a connection. */
interface StoredTenantData {
  /** Stored form drafts and texts that were not sent. */
  texts: number;
  views: number;
  /** Decisions not yet sent. */
  decisions: number;
}

export function countStoredData(key: string): StoredTenantData {
  return {
    texts: storageKeysOf(key).filter((stored) => stored.startsWith(DRAFT_PREFIX)).length,
    views: readViews(key).length,
    decisions: outbox.get().filter(({ connectionKey }) => connectionKey === key).length,
  };
}

/** Removes a connection and everything stored for it. Throws an ApiError if its server could not end the session. */
export async function deleteConnection(key: string): Promise<void> {
  // Read before `dropConnection`: the list of connections decides who owns which keys.
  const opened = openConnection(key);
  const keys = storageKeysOf(key);
  changeOutbox((all) => all.filter(({ connectionKey }) => connectionKey !== key));
  dropConnection(key);
  for (const stored of keys) writeStored('local', stored, undefined);
  queryClient.removeQueries({ queryKey: queryKeys.connection({ key }) });
  if (opened && opened.token === undefined) await closeSession();
}

/** Storage keys that contain a connection's address, except those that a longer address of another one matches. */
function storageKeysOf(key: string): string[] {
  const addresses = savedConnections.get().map(({ address }) => address);
  const ownerOf = (stored: string) =>
    addresses
      .filter((address) => stored.includes(`${address}.`) || stored.endsWith(address) || stored.includes(`${address} `))
      .sort((a, b) => b.length - a.length)[0];
  return storedKeys('local').filter((stored) => stored.startsWith('countersign.') && ownerOf(stored) === key);
}

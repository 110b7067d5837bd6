import { Trans, useLingui } from '@lingui/react/macro';
import { choose, openConnection } from '#src/api/connection.ts';
import { savedConnections } from '#src/api/saved-connections.ts';
import { useStore } from '#src/lib/store.ts';
import { TenantMark } from '#src/ui/tenant-mark.tsx';

/** The saved tenants. Choosing one opens it if the user is signed in there, else the form asks for its token. */
export function SavedTenants({ onGo }: { onGo: () => void }) {
  const { t } = useLingui();
  const saved = useStore(savedConnections);
  if (saved.length === 0) return null;
  return (
    <ul aria-label={t`Saved connections`} className="flex flex-col rounded-box border border-line">
      {saved.map(({ address, name, colour }) => {
        const isSignedIn = openConnection(address) !== undefined;
        return (
          <li key={address} className="border-line not-first:border-t">
            <button
              type="button"
              className="ring-inside flex min-h-row w-full items-center gap-3 rounded-box px-3 py-1 text-start hover:bg-hover"
              onClick={() => {
                choose(address);
                if (isSignedIn) onGo();
                else document.querySelector<HTMLElement>('input[name=token]')?.focus();
              }}
            >
              <TenantMark name={name} colour={colour} />
              <span className="flex min-w-0 flex-1 flex-col">
                <span dir="auto" className="truncate font-medium">
                  {name}
                </span>
                <span dir="ltr" className="truncate text-muted text-sm">
                  {address}
                </span>
              </span>
              <span className="shrink-0 text-muted text-sm">
                {isSignedIn ? <Trans>Signed in</Trans> : <Trans>Asks for a token</Trans>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleUserRound, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { connection } from '#src/api/connection.ts';
import { serviceDocumentQuery } from '#src/api/extensions/service-document.ts';
import { meQuery } from '#src/api/me-query.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { knownName } from '#src/domain/people/user-name.ts';
import { navigate } from '#src/lib/router.ts';
import { readStored, writeStored } from '#src/lib/storage/local-storage.ts';
import { settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { signOutHere } from '#src/page/sign-out.ts';
import { MAX_DIGITS, switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { ConnectionMark } from '#src/ui/connection-mark.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { MenuChoice, MenuEntry } from '#src/ui/overlay/base-menu.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { overlay } from './overlay.ts';

/** The signed-in user, if known. */
export function useIdentity(): { name: string | undefined; role: string | undefined } {
  const { t } = useLingui();
  const caller = useQuery(serviceDocumentQuery()).data?.caller;
  const me = useQuery(meQuery()).data;
  const roles: Readonly<Record<string, string>> = {
    agent: t`Agent`,
    reviewer: t`Reviewer`,
    supervisor: t`Supervisor`,
    admin: t`Admin`,
    staff: t`Staff`,
    visitor: t`Visitor`,
  };
  return { name: caller?.name ?? knownName(me), role: roles[caller?.role ?? me?.kind ?? ''] };
}

/** The workspaces saved in this browser, as menu entries. */
function useWorkspaces(): MenuChoice {
  const { t } = useLingui();
  const chosen = useStore(connection)?.key;
  const entries = useStore(savedConnections).map(({ address, name, colour }, index) => ({
    id: address,
    words: name,
    mark: <ConnectionMark name={name} colour={colour} />,
    aside: address !== chosen && index < MAX_DIGITS && <Kbd keys={`g ${index + 1}`} />,
    onChoose: () => void switchConnection(address),
  }));
  return { choice: t`Switch workspace`, chosen, entries };
}

/** Menu of the workspaces at the top of the sidebar. */
export function WorkspaceMenu({ trigger, className }: { trigger: ReactNode; className: string }) {
  const { t } = useLingui();
  const entries = [
    useWorkspaces(),
    { words: t`Add workspace`, onChoose: () => void navigate(paths.newConnection()) },
    { words: t`Manage workspaces`, onChoose: () => void navigate(paths.connections()) },
  ];
  return <Menu kind="quiet" className={className} trigger={trigger} entries={entries} />;
}

/** Bottom of the sidebar: tips on a first visit, the user's own menu, and a button that collapses the sidebar. */
export function SidebarFoot() {
  const { t } = useLingui();
  const isCollapsed = useStore(settings, (all) => all.isSidebarCollapsed);
  const key = useStore(connection)?.key;
  const FoldIcon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside aria-label={t`Account`} className="mt-auto flex shrink-0 flex-col max-md:hidden">
      {!isCollapsed && <Hints key={key} />}
      <div className="flex items-center gap-1 border-line border-t p-2 in-data-collapsed:flex-col">
        <UserMenu />
        <IconButton
          label={isCollapsed ? t`Expand sidebar` : t`Collapse sidebar`}
          onClick={() => updateSettings({ isSidebarCollapsed: !isCollapsed })}
        >
          <FoldIcon aria-hidden="true" className="rtl:-scale-x-100" />
        </IconButton>
      </div>
    </aside>
  );
}

function UserMenu() {
  const { t } = useLingui();
  const { name, role } = useIdentity();
  const { theme } = useStore(settings);
  const workspaces = useWorkspaces();
  const setTheme = (theme: 'system' | 'light' | 'dark') => () => updateSettings({ theme });
  const entries: (MenuEntry | MenuChoice)[] = [
    { words: t`Keyboard shortcuts`, aside: <Kbd keys="?" />, onChoose: () => overlay.set('sheet') },
    { words: t`Help for this page`, onChoose: () => overlay.set('help') },
    { words: t`Settings`, onChoose: () => void navigate(paths.settings()) },
    {
      choice: t`Theme`,
      chosen: theme,
      entries: [
        { id: 'system', words: t`System`, onChoose: setTheme('system') },
        { id: 'light', words: t`Light`, onChoose: setTheme('light') },
        { id: 'dark', words: t`Dark`, onChoose: setTheme('dark') },
      ],
    },
    ...(workspaces.entries.length > 1 ? [workspaces] : []),
    { words: t`Sign out`, onChoose: () => void signOutHere() },
  ];
  return (
    <Menu
      kind="quiet"
      className="h-auto! min-w-0 flex-1 shrink! justify-start! py-1 ps-2 pe-1 text-start in-data-collapsed:flex-none"
      trigger={
        <>
          <CircleUserRound aria-hidden className="size-5!" />
          <span className="flex min-w-0 flex-1 flex-col in-data-collapsed:sr-only">
            <span dir="auto" className="truncate text-ink leading-4">
              {name ?? t`Account`}
            </span>
            {role && <span className="truncate font-normal text-sm leading-4">{role}</span>}
          </span>
        </>
      }
      entries={entries}
    />
  );
}

const hintsKey = () => `countersign.hints.${connection.get()?.key ?? ''}`;

/** Tips for new users, one at a time, until all have been dismissed in this browser. */
function Hints() {
  const { t } = useLingui();
  const { shortcuts } = useStore(settings);
  const [seen, setSeen] = useState(() => Number(readStored('local', hintsKey())) || 0);
  const hints = [
    <Trans key="keys">
      There’s a shortcut for everything. Press <Kbd keys="?" /> to see them.
    </Trans>,
    <Trans key="palette">
      <Kbd keys="Mod+k" /> finds pages and records, and runs commands.
    </Trans>,
    <Trans key="undo">
      Decisions wait a few seconds. Press <Kbd keys="z" /> to undo.
    </Trans>,
  ];
  const hint = hints[seen];
  // All tips are about keyboard shortcuts.
  if (!hint || !shortcuts) return null;
  const dismiss = (next: number) => {
    writeStored('local', hintsKey(), next);
    setSeen(next);
  };
  return (
    <section
      aria-label={t`Tip`}
      className="m-2 pointer-coarse:hidden rounded-box border border-line bg-surface p-2 text-sm"
    >
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1">{hint}</p>
        <IconButton size="small" label={t`Dismiss all tips`} onClick={() => dismiss(hints.length)}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <button type="button" className="min-h-6 pt-1 text-link hover:underline" onClick={() => dismiss(seen + 1)}>
        {seen < hints.length - 1 ? <Trans>Next tip</Trans> : <Trans>Got it</Trans>}
      </button>
    </section>
  );
}

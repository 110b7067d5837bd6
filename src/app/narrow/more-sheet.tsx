import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeftRight, Bookmark, CircleQuestionMark, LogOut, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { savedConnections } from '#src/api/sign-in/connection-store.ts';
import { readViews } from '#src/lib/storage/saved-views.ts';
import { settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { signOutHere } from '#src/page/sign-out.ts';
import { switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { ConnectionMark } from '#src/ui/connection-mark.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Sheet, SheetGroup, SheetRow, sheetRowClass } from '#src/ui/overlay/sheet.tsx';
import { overlay } from '../overlay.ts';
import { type Page, usePages } from '../pages.ts';
import { useIdentity } from '../user-menu.tsx';

/** Pages without a tab, search, help, saved views, workspaces, theme and sign-out. */
export function MoreSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const current = useStore(connection);
  const { name: person, role } = useIdentity();
  const openOver = (what: 'palette' | 'help') => () => {
    onClose();
    overlay.set(what);
  };
  const views = readViews(current?.key ?? '');
  const pages = usePages().filter(({ tabOrder }) => tabOrder === undefined);
  return (
    <Sheet
      title={<bdi>{current?.name}</bdi>}
      description={
        person && (
          <>
            <Trans>Signed in as {person}</Trans>
            {role && ` · ${role}`}
          </>
        )
      }
      onClose={onClose}
    >
      <SheetGroup label={t`Commands`}>
        <li>
          <SheetRow onClick={openOver('palette')}>
            <Search aria-hidden />
            <Trans>Search or run a command…</Trans>
          </SheetRow>
        </li>
        <li>
          <SheetRow onClick={openOver('help')}>
            <CircleQuestionMark aria-hidden />
            <Trans>Help for this page</Trans>
          </SheetRow>
        </li>
      </SheetGroup>
      <SheetGroup label={t`Pages`}>
        {pages.map(({ to, Icon, label }) => (
          <PageRow key={to} to={to} Icon={Icon} label={label} onFollow={onClose} />
        ))}
      </SheetGroup>
      {views.length > 0 && (
        <SheetGroup label={t`Saved views`}>
          {views.map(({ id, name, path }) => (
            <PageRow key={id} to={path} Icon={Bookmark} label={name} onFollow={onClose} />
          ))}
        </SheetGroup>
      )}
      <SheetGroup label={t`Workspaces`}>
        <OtherConnections onChoose={onClose} />
        <PageRow to={paths.connections()} Icon={ArrowLeftRight} label={t`Manage workspaces`} onFollow={onClose} />
      </SheetGroup>
      <SheetGroup label={t`This browser`}>
        <ThemeRow />
        <li>
          <SheetRow onClick={() => void signOutHere()}>
            <LogOut aria-hidden className="rtl:-scale-x-100" />
            <Trans>Sign out</Trans>
          </SheetRow>
        </li>
      </SheetGroup>
    </Sheet>
  );
}

interface PageRowProps extends Pick<Page, 'to' | 'Icon' | 'label'> {
  onFollow: () => void;
}

function PageRow({ to, Icon, label, onFollow }: PageRowProps) {
  return (
    <li>
      <Link to={to} className={sheetRowClass} onClick={onFollow}>
        <Icon aria-hidden />
        <Name>{label}</Name>
      </Link>
    </li>
  );
}

/** Switches to another saved connection. */
function OtherConnections({ onChoose }: { onChoose: () => void }) {
  const key = useStore(connection)?.key;
  const others = useStore(savedConnections).filter(({ address }) => address !== key);
  return others.map(({ address, name, colour }) => (
    <li key={address}>
      <SheetRow
        onClick={() => {
          onChoose();
          void switchConnection(address);
        }}
      >
        <ConnectionMark name={name} colour={colour} />
        <Name>{name}</Name>
      </SheetRow>
    </li>
  ));
}

function ThemeRow() {
  const { t } = useLingui();
  const { theme } = useStore(settings);
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-1 text-lg">
      <Trans>Theme</Trans>
      <SegmentedControl
        label={t`Theme`}
        className="text-base"
        value={theme}
        segments={[
          { value: 'system', label: t`System` },
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
        ]}
        onChange={(value) => updateSettings({ theme: value })}
      />
    </li>
  );
}

const Name = ({ children }: { children: ReactNode }) => (
  <span dir="auto" className="min-w-0 truncate">
    {children}
  </span>
);

import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CirclePlus } from 'lucide-react';
import { Link } from 'react-router';
import { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { nextCopyName } from '#src/bulk/use-duplicate.ts';
import { ClientName, colourOf, languageName } from '#src/domain/rooms/room-visitor.tsx';
import { isText } from '#src/lib/json.ts';
import { navigate } from '#src/lib/router.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import type { FilterSpec } from '#src/list/filter-spec.ts';
import { ListPage } from '#src/list/list-page.tsx';
import type { RecordColumn } from '#src/list/table/features.ts';
import { prefetchRecord } from '#src/list/use-list.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { usePageActions } from '#src/page/page-actions.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { tooltip } from '#src/ui/overlay/tooltip-layer.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';

type Client = Row<typeof clients>;

const columns: RecordColumn<Client>[] = [
  {
    accessorKey: 'title',
    cell: ({ row }) => <Title client={row.original} />,
    size: 480,
    minSize: 112,
    meta: { label: msg`Title`, grow: 3 },
  },
  { accessorKey: 'code', size: 240, meta: { label: msg`Code`, grow: 2, from: 'md', className: 'font-mono text-sm' } },
  {
    id: 'languages',
    accessorFn: languagesOf,
    cell: ({ row }) => <Truncated text={languagesOf(row.original)} />,
    size: 240,
    minSize: 96,
    meta: { label: msg`Languages`, grow: 2, from: 'md' },
  },
  {
    id: 'allowed_origins',
    accessorFn: (client) => originsOf(client).join(' '),
    cell: ({ row }) => <Origins client={row.original} />,
    size: 320,
    minSize: 112,
    meta: { label: msg`Allowed origins`, grow: 3, from: 'lg' },
  },
  {
    id: 'updated_at',
    accessorFn: changedAt,
    cell: ({ row }) => <Changed client={row.original} />,
    size: 128,
    meta: { label: msg`Last change`, from: 'md', text: (client) => isoTime(changedAt(client)) },
  },
  { accessorKey: 'id', size: 80, meta: { label: msg`ID`, numeric: true, from: 'lg' } },
];

const isoTime = (unix: number | undefined) => (unix === undefined ? '' : new Date(unix * 1000).toISOString());
const texts = (value: unknown) => (Array.isArray(value) ? value.filter(isText) : []);

/** The languages of a client's widget by name; empty if not known. Call while rendering (uses the current locale). */
function languagesOf({ settings: { locales, locale } }: Client): string {
  const tags = texts(locales);
  const all = tags.length > 0 ? tags : texts([locale]);
  return formatList(all.map((tag) => languageName(tag)));
}

const originsOf = ({ settings }: Client) => texts(settings.allowed_origins);

/** Unix seconds of the last change; undefined if not known. Other services may have it as an attribute. */
function changedAt({ meta, more }: Client): number | undefined {
  const told = meta.updated_at_unix ?? more.updated_at_unix ?? more.updated_at;
  const seconds = isText(told) ? Date.parse(told) / 1000 : Number(told);
  return seconds > 0 && seconds < 1e11 ? seconds : undefined;
}

/** The title with the client's colour. In a narrow window, also shows the fields that wide windows show as columns. */
function Title({ client }: { client: Client }) {
  const isNarrow = !useBreakpoint()('md');
  return (
    <>
      <span className="block truncate">
        <ClientName name={client.title} colour={colourOf(client.settings.accent_color)} />
      </span>
      {isNarrow && (
        <span className="flex gap-3 font-normal text-muted text-sm *:empty:hidden">
          <Truncated text={languagesOf(client)} className="max-w-2/5 shrink-0" />
          <Origins client={client} />
          <Changed client={client} />
        </span>
      )}
    </>
  );
}

function Origins({ client }: { client: Client }) {
  const [first, ...others] = originsOf(client);
  if (first === undefined) return null;
  return (
    <span className="flex min-w-0 gap-1.5">
      <Truncated text={first.replace(/^https?:\/\//, '')} />
      {others.length > 0 && <span {...tooltip(others.join(' '))}>+{i18n.number(others.length)}</span>}
    </span>
  );
}

function Changed({ client }: { client: Client }) {
  const unix = changedAt(client);
  return unix === undefined ? null : <RelativeTime unix={unix} className="shrink-0" />;
}

const filters: FilterSpec<typeof clients>[] = [{ name: 'id', label: msg`ID` }];

/** The chat widgets embedded in customers' sites. */
export function Component() {
  const { t } = useLingui();
  usePageActions(() => [
    { label: t`New client`, Icon: CirclePlus, act: () => void navigate(paths.newClient(), { state: openedFromList }) },
  ]);
  return (
    <ListPage
      resource={clients}
      title={t`Clients`}
      columns={columns}
      filters={filters}
      rowName={(client) => client.title}
      rowPath={(client) => paths.client(client.id)}
      onIntent={prefetch}
      actions={
        <Link to={paths.newClient()} state={openedFromList} className={buttonClass({ kind: 'primary' })}>
          <Trans>New client</Trans>
        </Link>
      }
      empty={<Trans>No clients yet. A client is a chat widget that you embed in a customer’s site.</Trans>}
      copyChanges={({ title }, attempt) => ({ title: nextCopyName(title, attempt), code: undefined })}
    />
  );
}

function prefetch(client: Client) {
  prefetchRecord(clients, client.id);
  void import('./client-page.tsx');
}

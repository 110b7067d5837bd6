import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { DeleteButton } from '#src/bulk/delete-button.tsx';
import { ChangesButton, RecordLoader, SaveButton } from '#src/form/record-form.tsx';
import { useRecordFormContext } from '#src/form/record-form-context.ts';
import { navigate } from '#src/lib/router.ts';
import { PageTitle } from '#src/page/page-title.tsx';
import { paths } from '#src/paths.ts';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { BackToClients } from './back-to-clients.tsx';
import { ClientEmbedding } from './client-embedding.tsx';
import { ClientForm } from './client-form.tsx';

/** Edit page of a client. */
export function Component() {
  const { t } = useLingui();
  const id = useParams().id ?? '';
  return (
    <RecordLoader
      resource={clients}
      id={id}
      header={
        <>
          <PageTitle>{t`Client`}</PageTitle>
          <PageHeader back={<BackToClients />} title={t`Client`} />
        </>
      }
    >
      {({ row }) => <EditClient key={row.id} client={row} />}
    </RecordLoader>
  );
}

function EditClient({ client }: { client: Row<typeof clients> }) {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{client.title}</PageTitle>
      <PageHeader back={<BackToClients />} title={client.title} aside={client.code} />
      <ClientForm
        row={client}
        onSaved={({ id, title }) => {
          showToast({ text: t`Saved “${title}”`, tone: 'good' });
          // Saving a deleted client recreates it under a new id.
          if (id !== client.id) void navigate(paths.client(id), { replace: true });
        }}
        buttons={
          <>
            <DeleteButton
              resource={clients}
              row={client}
              name={client.title}
              onDelete={() => void navigate(paths.clients())}
            />
            <KeptMark />
            <ChangesButton id={client.id} />
            <SaveButton />
          </>
        }
        embedding={<ClientEmbedding client={client} />}
      />
    </>
  );
}

/** Says that unsaved changes are not live yet but are stored in this browser. */
function KeptMark() {
  const { isDirty } = useRecordFormContext();
  return (
    <span role="status" className="text-muted text-sm max-sm:hidden">
      {isDirty && <Trans>Not saved yet; kept in this browser.</Trans>}
    </span>
  );
}

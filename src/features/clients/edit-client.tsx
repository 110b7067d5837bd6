import { useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { ChangesButton } from '#src/crud/changes-button.tsx';
import { DeleteButton } from '#src/crud/delete-button.tsx';
import { PageTitle } from '#src/crud/page-title.tsx';
import { RecordGate } from '#src/crud/record-gate.tsx';
import { SaveButton } from '#src/crud/save-button.tsx';
import { navigate } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { showToast } from '#src/ui/toasts.ts';
import { BackToClients } from './back-to-clients.tsx';
import { ClientForm } from './client-form.tsx';
import { KeptMark } from './editor/kept-mark.tsx';
import { EmbedCode } from './embed-code.tsx';
import { LoginCheck } from './login-check.tsx';

/** Edit page of a client. */
export function Component() {
  const { t } = useLingui();
  const id = useParams().id ?? '';
  return (
    <RecordGate
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
    </RecordGate>
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
        embedding={
          <>
            {client.injectable_code && <EmbedCode code={client.injectable_code} />}
            <LoginCheck id={client.id} />
          </>
        }
      />
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { SaveButton } from '#src/form/record-form.tsx';
import { navigate } from '#src/lib/router.ts';
import { PageTitle } from '#src/page/page-title.tsx';
import { paths } from '#src/paths.ts';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { BackToClients } from './back-to-clients.tsx';
import { ClientForm } from './client-form.tsx';

/** Form for a new client. Redirects to the client's page once created. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`New client`}</PageTitle>
      <PageHeader back={<BackToClients />} title={<Trans>New client</Trans>} />
      <ClientForm
        onSaved={({ id, title }) => {
          showToast({ text: t`Created “${title}”`, tone: 'good' });
          void navigate(paths.client(id), { replace: true });
        }}
        buttons={
          <SaveButton>
            <Trans>Create</Trans>
          </SaveButton>
        }
      />
    </>
  );
}

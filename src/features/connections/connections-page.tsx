import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { savedConnections } from '#src/api/saved-connections.ts';
import { PageTitle } from '#src/crud/page-title.tsx';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { ConnectionLine } from './connection-line.tsx';

/** Page to manage and switch between the tenants saved in this browser. */
export function Component() {
  const { t } = useLingui();
  const saved = useStore(savedConnections);
  return (
    <>
      <PageTitle>{t`Connections`}</PageTitle>
      <PageHeader
        title={<Trans>Connections</Trans>}
        aside={
          <span className="max-sm:hidden">
            <Trans>Kept in this browser, tokens never</Trans>
          </span>
        }
      >
        <Link to={paths.newConnection()} className={buttonClass({ kind: 'primary' })}>
          <Trans>Add connection</Trans>
        </Link>
      </PageHeader>
      <ul aria-label={t`Connections`} className="pane overflow-y-auto">
        {saved.map((each, index) => (
          <ConnectionLine key={each.address} saved={each} number={index + 1} />
        ))}
      </ul>
    </>
  );
}

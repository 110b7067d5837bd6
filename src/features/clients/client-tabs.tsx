import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormState } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { navigate } from '#src/lib/router.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Tabs, tabClass } from '#src/ui/layout/page-header.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';

/** The code attributes, each with a tab of its own. */
export const codeParts = [
  { part: 'html', label: msg`HTML`, field: 'default_embedded_html' },
  { part: 'css', label: msg`CSS`, field: 'default_embedded_css' },
  { part: 'guest', label: msg`CSS for guests`, field: 'default_guest_css' },
] as const;

const tabs = [
  ...codeParts,
  { part: 'settings', label: msg`Settings`, field: 'settings' },
  { part: 'embedding', label: msg`Embedding`, field: undefined },
  // A tab only on narrow screens, without room for it beside the form.
  { part: 'preview', label: msg`Preview`, field: undefined },
] as const;

type ClientPart = (typeof tabs)[number]['part'];

/** Tabs of the client form, each with its own URL. A tab that contains an invalid field is marked. */
export function ClientTabs({ part, hasEmbedding }: { part: ClientPart; hasEmbedding: boolean }) {
  const { t, i18n } = useLingui();
  const pathname = useLocation().pathname;
  const { errors } = useFormState();
  return (
    <Tabs label={t`Parts of the client`} className="border-line border-b">
      {tabs.map((tab) => {
        if (tab.part === 'embedding' && !hasEmbedding) return null;
        return (
          <Link
            key={tab.part}
            to={`${pathname}?part=${tab.part}`}
            replace
            ref={(link) => {
              if (tab.part === part) link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            }}
            aria-current={tab.part === part ? 'page' : undefined}
            className={classNames(tabClass, tab.part === 'preview' && 'lg:hidden')}
          >
            {i18n._(tab.label)}
            {tab.field && errors[tab.field] && (
              <StatusBadge status="danger">
                <Trans>Error</Trans>
              </StatusBadge>
            )}
          </Link>
        );
      })}
    </Tabs>
  );
}

/** The active tab, stored in the URL, and its setter. */
export function useClientPart(): [part: ClientPart, show: (part: ClientPart) => void] {
  const search = useLocation().search;
  const named = new URLSearchParams(search).get('part');
  const part = tabs.find((tab) => tab.part === named)?.part ?? 'html';
  return [part, (next) => void navigate({ search: `?part=${next}` }, { replace: true })];
}

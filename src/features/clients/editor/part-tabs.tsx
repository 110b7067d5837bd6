import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormState } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { classNames } from '#src/ui/class-names.ts';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { Tabs, tabClass } from '#src/ui/tabs.tsx';
import type { ClientPart } from './use-client-part.ts';

const tabs = [
  { part: 'html', label: msg`HTML`, field: 'default_embedded_html' },
  { part: 'css', label: msg`CSS`, field: 'default_embedded_css' },
  { part: 'guest', label: msg`CSS for guests`, field: 'default_guest_css' },
  { part: 'settings', label: msg`Settings`, field: 'settings' },
  { part: 'embedding', label: msg`Embedding`, field: undefined },
  { part: 'preview', label: msg`Preview`, field: undefined },
] as const;

/** Tabs of the client form, each with its own URL. A tab that contains an invalid field is marked. */
export function PartTabs({ part, hasEmbedding }: { part: ClientPart; hasEmbedding: boolean }) {
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
              <StatusMark status="danger">
                <Trans>Error</Trans>
              </StatusMark>
            )}
          </Link>
        );
      })}
    </Tabs>
  );
}

import { useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { navigate } from '#src/lib/router.ts';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { tooltip } from '#src/ui/overlay/tooltip-layer.tsx';

/** Link back to the client list, with keyboard shortcuts. */
export function BackToClients() {
  const { t } = useLingui();
  const back = () => void navigate(paths.clients());
  useShortcuts({ u: back, Escape: back });
  return (
    <Link
      to={paths.clients()}
      aria-label={t`Back to the clients`}
      className={buttonClass({ kind: 'quiet', square: true })}
      {...tooltip(t`Back to the clients`, 'u')}
    >
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
    </Link>
  );
}

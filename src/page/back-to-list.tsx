import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { onPlainClick } from '#src/lib/static-link.tsx';
import { useShortcuts } from '#src/lib/use-shortcuts.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { tooltip } from '#src/ui/overlay/tooltip-layer.tsx';
import { useAriaKeys } from '#src/ui/text/kbd.tsx';
import { backToList } from './close-modal-route.ts';

/** Link back from a page to its list or parent page, with a shortcut. */
export function BackToList({ path, label }: { path: string; label: string }) {
  const leave = () => backToList(path);
  useShortcuts({ 'u|Escape': leave });
  return (
    <Link
      to={path}
      aria-label={label}
      aria-keyshortcuts={useAriaKeys('u')}
      {...tooltip(label, 'u')}
      className={buttonClass({ kind: 'quiet', square: true })}
      onClick={onPlainClick(leave)}
    >
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
    </Link>
  );
}

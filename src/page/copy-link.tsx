import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link2 } from 'lucide-react';
import { hrefOf, pageBase } from '#src/lib/base-path.ts';
import { copyText } from '#src/lib/copy-text.ts';
import { currentLocation } from '#src/lib/router.ts';
import { createStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';

/** Path of the open record, which the URL may not contain. */
const openPath = createStore<string | undefined>(undefined);

/** Copies a link to the open record, or to the page with its filters. */
export async function copyLink(): Promise<void> {
  const { pathname, search } = currentLocation();
  const link = new URL(hrefOf(openPath.get() ?? pathname + search), pageBase).href;
  const id = 'copied-link';
  if (await copyText(link)) showToast({ id, text: t`Link copied` });
  else
    showToast({
      id,
      text: t`This browser doesn’t allow copying. The link is:`,
      detail: link,
      lasts: Number.POSITIVE_INFINITY,
    });
}

/** A button that copies the link to the record of a path. */
export function CopyLink({ path }: { path: string }) {
  const { t } = useLingui();
  useAfterChange(path, () => {
    openPath.set(path);
    return () => openPath.set(undefined);
  });
  return (
    <IconButton size="small" label={t`Copy link`} onClick={() => void copyLink()}>
      <Link2 aria-hidden="true" />
    </IconButton>
  );
}

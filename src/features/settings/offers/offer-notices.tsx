import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { noteSaid, offers, unsaidLacks } from '#src/api/offers/offers.ts';
import { navigate } from '#src/lib/router.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { showToast, toasts } from '#src/ui/toasts.ts';
import { lackingWords } from './lacking-words.ts';

const ID = 'offers';
const LASTS_MS = 20_000;

/** Shows a toast, once per capability, when the tenant turns out to lack it. */
export function OfferNotices() {
  const { t } = useLingui();
  const all = useStore(offers);
  const isOnPage = useLocation().pathname === paths.offers();
  const names = unsaidLacks(all);
  const tell = useEffectEvent(() => {
    noteSaid(names);
    // This page lists them itself.
    if (isOnPage) return;
    const standing = toasts.get().find(({ id }) => id === ID);
    const sentences = new Set(names.map((name) => lackingWords(name, all[name]?.answer ?? '')));
    const before = standing?.detail ?? standing?.text;
    const [only, ...others] = sentences;
    const isOne = before === undefined && others.length === 0;
    showToast({
      id: ID,
      tone: 'plain',
      ...(isOne
        ? { text: only ?? '' }
        : {
            text: t`This tenant lacks some of what Countersign uses`,
            detail: [before, ...sentences].filter(Boolean).join(' '),
          }),
      lasts: LASTS_MS,
      action: { label: t`Show all`, onAct: () => void navigate(paths.offers()) },
    });
  });
  const wanted = names.join();
  useEffect(() => {
    if (wanted !== '') tell();
  }, [wanted]);
  return null;
}

import { useState } from 'react';
import { useUnsavedChangesWarning } from '#src/lib/hooks/use-unsaved-changes-warning.ts';
import { isText } from '#src/lib/json.ts';
import type { DraftStorage } from './draft-storage.ts';
import { useDraftStorage } from './use-draft-storage.ts';

export type DraftText = ReturnType<typeof useDraftText>;

interface Shown {
  store: DraftStorage;
  text: string;
  isRestoredDraft: boolean;
}

/** One draft text that survives reloads and crashes. `key` names what it is for, such as `reject.17`. */
export function useDraftText(key: string) {
  const { store, stored = '', isKept, isShared, swapOther, dropOther, ...used } = useDraftStorage(key, isText);
  const [changed, setChanged] = useState<Shown>();
  const shown = changed?.store === store ? changed : { store, text: stored, isRestoredDraft: stored !== '' };
  const { text, isRestoredDraft } = shown;
  const other = isText(used.other) && used.other !== text ? used.other : '';
  useUnsavedChangesWarning(!isKept && text !== '');

  const show = (next: string) => setChanged({ store, text: next, isRestoredDraft: false });
  return {
    text,
    /** Whether the text was restored from an earlier visit. */
    isRestoredDraft,
    isKept,
    isShared,
    /** Another tab's text of the same draft if it differs, else empty. */
    other,
    setText: (typed: string) => {
      setChanged({ ...shown, text: typed });
      store.write(typed === '' ? undefined : typed);
    },
    /** Clears the text and its stored draft, after a confirmed save. */
    forget: () => {
      show('');
      store.forget();
    },
    /** For use after the form has unmounted: clears the stored draft if it is still the text that was sent. */
    forgetSent: store.forgetSent,
    /** Swaps the other text with this one. */
    showOther: () => {
      swapOther();
      show(other);
    },
    dropOther,
  };
}

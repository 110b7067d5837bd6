import { useState } from 'react';
import { useUnsavedChangesWarning } from '#src/lib/hooks/use-unsaved-changes-warning.ts';
import { isText } from '#src/lib/json.ts';
import type { DraftStorage } from './draft-storage.ts';
import { type UsedDraftStorage, useDraftStorage } from './use-draft-storage.ts';

export interface DraftText extends Pick<UsedDraftStorage<string>, 'isKept' | 'isShared' | 'dropOther'> {
  text: string;
  setText: (text: string) => void;
  /** Clears the text and its stored draft, after a confirmed save. */
  forget: () => void;
  /** For use after the form has unmounted: clears the stored draft if it is still the text that was sent. */
  forgetSent: (sent: string) => void;
  /** Whether the text was restored from an earlier visit. */
  isRestoredDraft: boolean;
  /** Another tab's text of the same draft if it differs, else empty. */
  other: string;
  /** Swaps the other text with this one. */
  takeOther: () => void;
}

interface Shown {
  store: DraftStorage;
  text: string;
  isRestoredDraft: boolean;
}

/** One draft text that survives reloads and crashes. `key` names what it is for, such as `reject.17`. */
export function useDraftText(key: string): DraftText {
  const { store, stored = '', isKept, isShared, swapOther, dropOther, ...used } = useDraftStorage(key, isText);
  const [changed, setChanged] = useState<Shown>();
  const shown = changed?.store === store ? changed : { store, text: stored, isRestoredDraft: stored !== '' };
  const { text, isRestoredDraft } = shown;
  const other = isText(used.other) && used.other !== text ? used.other : '';
  useUnsavedChangesWarning(!isKept && text !== '');

  const show = (next: string) => setChanged({ store, text: next, isRestoredDraft: false });
  return {
    text,
    isRestoredDraft,
    isKept,
    isShared,
    other,
    setText: (typed) => {
      setChanged({ ...shown, text: typed });
      store.write(typed === '' ? undefined : typed);
    },
    forget: () => {
      show('');
      store.forget();
    },
    forgetSent: store.forgetSent,
    takeOther: () => {
      swapOther();
      show(other);
    },
    dropOther,
  };
}

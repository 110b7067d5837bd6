import { useEffect, useMemo, useState } from 'react';
import { isText } from '#src/lib/json.ts';
import { createTypedStore, type TypedStore } from './typed-store.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

export interface KeptText {
  text: string;
  setText: (text: string) => void;
  /** Clears the text and its stored draft, after a confirmed save. */
  forget: () => void;
  /** Whether the text was restored from an earlier visit. */
  wasRestored: boolean;
  /** Whether the browser stores the draft; false if storage is full or forbidden. */
  isKept: boolean;
  /** What another tab has typed into the same draft, if it differs; else empty. */
  other: string;
  /** Shows the other text, and keeps this one as the other. */
  takeOther: () => void;
  dropOther: () => void;
  /** Whether another tab had the same draft open when it was opened here. */
  isShared: boolean;
}

/** One draft text that survives reloads and crashes. `key` names what it is for, such as `reject.17`. */
export function useKeptText(key: string): KeptText {
  const [isKept, setKept] = useState(true);
  const [isShared, setShared] = useState(false);
  const store = useMemo(
    () =>
      createTypedStore(key, {
        onResult: setKept,
        onOthers: ([newest]) => setOther(asText(newest)),
        onShared: () => setShared(true),
      }),
    [key],
  );
  const [held, setHeld] = useState(() => open(store));
  const [other, setOther] = useState(() => asText(store.readOthers()[0]));
  let current = held;
  if (held.store !== store) {
    current = open(store);
    setHeld(current);
    setOther(asText(store.readOthers()[0]));
    setShared(false);
  }
  useEffect(() => store.attach(), [store]);
  useLeaveWarning(!isKept && current.text !== '');

  const show = (text: string) => setHeld({ store, text, wasRestored: false });
  const { text, wasRestored } = current;
  return {
    text,
    wasRestored,
    isKept,
    isShared,
    other: other === text ? '' : other,
    setText: (typed) => {
      setHeld({ store, text: typed, wasRestored });
      store.write(typed === '' ? undefined : typed);
    },
    forget: () => {
      show('');
      store.forget();
    },
    takeOther: () => {
      store.swapOther();
      show(other);
      setOther(asText(store.readOthers()[0]));
    },
    dropOther: () => {
      store.dropOther();
      setOther(asText(store.readOthers()[0]));
    },
  };
}

interface Held {
  store: TypedStore;
  text: string;
  wasRestored: boolean;
}

function open(store: TypedStore): Held {
  const text = store.read(isText) ?? '';
  return { store, text, wasRestored: text !== '' };
}

const asText = (kept: unknown): string => (isText(kept) ? kept : '');

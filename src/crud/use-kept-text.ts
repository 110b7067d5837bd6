import { useEffect, useMemo, useState } from 'react';
import { createTypedStore } from './typed-store.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

export interface KeptText {
  text: string;
  setText: (text: string) => void;
  /** Empties the text and drops what was kept: for after a confirmed save. */
  forget: () => void;
  /** Whether the text was there from an earlier visit. */
  wasRestored: boolean;
  /** Whether the browser takes what is typed; false where its storage is full or forbidden. */
  isKept: boolean;
}

/** One typed text that outlives reloads and crashes. The key names what the text is for, such as `reject.17`. */
export function useKeptText(key: string): KeptText {
  const [isKept, setKept] = useState(true);
  const store = useMemo(() => createTypedStore(key, setKept), [key]);
  const [held, setHeld] = useState(() => ({ store, ...open(store.read()) }));
  let current = held;
  if (held.store !== store) {
    current = { store, ...open(store.read()) };
    setHeld(current);
  }
  useEffect(() => store.attach(), [store]);
  useLeaveWarning(!isKept && current.text !== '');

  return {
    text: current.text,
    wasRestored: current.wasRestored,
    isKept,
    setText: (text) => {
      setHeld({ ...current, text });
      store.write(text === '' ? undefined : text);
    },
    forget: () => {
      setHeld({ store, text: '', wasRestored: false });
      store.forget();
    },
  };
}

function open(kept: unknown): { text: string; wasRestored: boolean } {
  const text = typeof kept === 'string' ? kept : '';
  return { text, wasRestored: text !== '' };
}

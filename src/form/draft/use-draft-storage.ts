import { useMemo, useState } from 'react';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { createDraftStorage, type DraftStorage } from './draft-storage.ts';

/** The stored draft of the given name, kept in step with other tabs. */
export function useDraftStorage<Shape>(name: string, isOfShape: (value: unknown) => value is Shape) {
  const [isKept, setKept] = useState(true);
  const [isShared, setShared] = useState(false);
  const store = useMemo(
    () =>
      createDraftStorage(name, {
        onResult: setKept,
        onOthers: ([newest]) => setOther(newest),
        onShared: () => setShared(true),
      }),
    [name],
  );
  const [opened, setOpened] = useState(() => open(store, isOfShape));
  const [other, setOther] = useState(opened.other);
  if (opened.store !== store) {
    const next = open(store, isOfShape);
    setOpened(next);
    setOther(next.other);
    setShared(false);
  }
  useAfterChange(name, store.attach);
  const readAgain = () => setOther(store.readOthers()[0]);
  return {
    /** A different object for each name. */
    store,
    /** The draft as it was stored when opened here. */
    stored: opened.stored,
    /** Whether the browser stores the draft; false if storage is full or forbidden. */
    isKept,
    /** The newest draft that another tab has typed under the same name. */
    other,
    /** Whether another tab had the same draft open when it was opened here. */
    isShared,
    swapOther: () => {
      store.swapOther();
      readAgain();
    },
    dropOther: () => {
      store.dropOther();
      readAgain();
    },
  };
}

/** Reads this tab's draft first, because the others are those that differ from it. */
function open<Shape>(store: DraftStorage, isOfShape: (value: unknown) => value is Shape) {
  return { store, stored: store.read(isOfShape), other: store.readOthers()[0] };
}

import { useState } from 'react';

export interface ListChoice {
  open: boolean;
  /** The text in the input is a query, and not the name of what is chosen. */
  typing: boolean;
  /** Index of the item that Enter would pick; -1 when there is none. */
  active: number;
  show: () => void;
  hide: () => void;
  type: (text: string) => void;
  point: (index: number) => void;
  pick: (index: number) => void;
  /** Takes a key of the input; true when it meant the list. */
  key: (key: string) => boolean;
}

/** The state of a list that hangs on an input which keeps the focus (the ARIA combobox pattern). */
export function useListChoice({
  keys,
  onPick,
  onQuery,
}: {
  keys: readonly string[];
  onPick: (index: number) => void;
  onQuery: (query: string) => void;
}): ListChoice {
  const [open, setOpen] = useState(false);
  const [typing, setTyping] = useState(false);
  const [activeKey, setActiveKey] = useState<string>();

  // By key and not by index: an answer that arrives late must not move the mark to another record.
  const found = activeKey === undefined ? -1 : keys.indexOf(activeKey);
  const active = found >= 0 ? found : keys.length > 0 && typing ? 0 : -1;

  const show = () => setOpen(true);
  const hide = () => {
    setOpen(false);
    setActiveKey(undefined);
    if (typing) onQuery('');
    setTyping(false);
  };
  const pick = (index: number) => {
    onPick(index);
    hide();
  };
  const move = (to: number) => {
    show();
    setActiveKey(keys[(to + keys.length) % keys.length]);
    return true;
  };
  const key = (name: string): boolean => {
    if (name === 'ArrowDown') return open ? move(active + 1) : move(Math.max(active, 0));
    if (name === 'ArrowUp') return move(active < 0 ? keys.length - 1 : active - 1);
    if (!open) return false;
    if (name === 'Enter' && active >= 0) pick(active);
    else if (name === 'Escape') hide();
    else return false;
    return true;
  };
  const type = (text: string) => {
    setTyping(true);
    setActiveKey(undefined);
    show();
    onQuery(text);
  };
  return { open, typing, active, show, hide, type, point: (index) => setActiveKey(keys[index]), pick, key };
}

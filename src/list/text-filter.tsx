import { type CompositionEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { quote } from '#contract/list-query.ts';
import type { Filter } from '#contract/resource.ts';
import { isImeKey } from '#src/lib/use-shortcuts.ts';
import { Input, SearchInput } from '#src/ui/form/input.tsx';

interface TextFilterProps {
  label: string;
  kind: Filter['kind'];
  /** As in the URL; empty for none. */
  value: string;
  /** Shortcut key that focuses a search. */
  shortcut?: string;
  onChange: (value: string, isTyped?: boolean) => void;
}

/** A typed filter. Searches query on every keystroke; ids and exact values on Enter or blur. */
export function TextFilter({ label, kind, value, shortcut, onChange }: TextFilterProps) {
  const isSearch = kind === 'contains';
  const isIds = kind === 'id';
  const written = isIds ? value : parseQuotedCell(value);
  // While the user types, the input is the source of truth, and the URL follows.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? written;
  const isComposing = useRef(false);

  /** Texts sent to the URL but not seen in it yet, oldest first. The URL may skip some. */
  const sent = useRef<string[]>([]);
  useLayoutEffect(() => {
    const place = sent.current.indexOf(written);
    sent.current = place < 0 ? [] : sent.current.slice(place + 1);
    // The URL has been changed elsewhere, such as by the Back button.
    if (place < 0) setTyped((now) => (now === undefined ? now : written));
  }, [written]);

  const send = (next: string, isTyped: boolean) => {
    const wanted = isIds || next.trim() === '' ? next.trim() : next;
    sent.current.push(wanted);
    onChange(isIds ? wanted : quote(wanted), isTyped);
  };
  const clear = () => {
    setTyped('');
    send('', true);
  };
  const handlers = {
    value: text,
    onFocus: () => {
      sent.current = [];
      setTyped(written);
    },
    onBlur: () => {
      if (!isSearch && typed !== undefined && typed !== written) send(typed, false);
      setTyped(undefined);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (isImeKey(event)) return;
      if (event.key === 'Escape') handleSearchEscape(event, isSearch ? text : '', clear);
      // Leaving sends an id or an exact value; the matches of a search are shown already.
      if (event.key === 'Enter') event.currentTarget.blur();
    },
  };
  if (!isSearch) {
    return (
      <Input
        {...handlers}
        aria-label={label}
        placeholder={label}
        onChange={(event) => setTyped(event.target.value)}
        className="max-w-40"
      />
    );
  }
  return (
    <SearchInput
      {...handlers}
      label={label}
      {...(shortcut && { shortcut })}
      data-search=""
      onChange={(next) => {
        setTyped(next);
        // Do not search for a half-composed word of an input method (IME).
        if (!isComposing.current) send(next, true);
      }}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={(event: CompositionEvent<HTMLInputElement>) => {
        isComposing.current = false;
        send(event.currentTarget.value, true);
      }}
      className="max-w-72 flex-1 basis-28 md:basis-56"
    />
  );
}

/** For Escape in a search: clears a non-empty one; otherwise leaves the input. */
function handleSearchEscape(event: KeyboardEvent<HTMLInputElement>, text: string, clear: () => void): void {
  // Browsers clear a search field on their own, without notifying all listeners.
  event.preventDefault();
  if (text === '') event.currentTarget.blur();
  else clear();
}

/** Focuses the page's search field, after `open` has shown a hidden one; returns false if none is visible. */
export function focusSearch(open?: () => void): boolean {
  const search = document.querySelector<HTMLElement>('[data-search]');
  const isHidden = () => search?.checkVisibility?.() === false;
  if (open && isHidden()) flushSync(open);
  if (!search || isHidden()) return false;
  search.focus();
  return true;
}

/** Reverses `quote` of the contract for a filter value. A list of several values is returned unchanged. */
export function parseQuotedCell(value: string): string {
  const quoted = /^"((?:[^"]|"")*)"$/.exec(value);
  return quoted?.[1] === undefined ? value : quoted[1].replaceAll('""', '"');
}

import { type CompositionEvent, type KeyboardEvent, useRef, useState } from 'react';
import { quote } from '#contract/list-query.ts';
import type { Filter } from '#contract/resource.ts';
import { Input } from '#src/ui/input.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { unquote } from './unquote.ts';

interface TypedFilterProps {
  label: string;
  kind: Filter['kind'];
  /** As it is in the address; empty for none. */
  value: string;
  /** The key that leads to a search. */
  shortcut?: string;
  onChange: (value: string, isTyped?: boolean) => void;
}

/**
 * A filter that is typed. A search asks with every key, since the request before it is given up; ids and whole values
 * ask when they are complete: with Enter, or when the field is left.
 */
export function TypedFilter({ label, kind, value, shortcut, onChange }: TypedFilterProps) {
  const isSearch = kind === 'contains';
  const isIds = kind === 'id';
  const written = isIds ? value : unquote(value);
  // While somebody types here, the address only follows.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? written;
  const isComposing = useRef(false);

  const send = (next: string, isTyped: boolean) => onChange(isIds ? next.trim() : quote(next), isTyped);
  const handlers = {
    value: text,
    onFocus: () => setTyped(written),
    onBlur: () => {
      if (!isSearch && typed !== undefined && typed !== written) send(typed, false);
      setTyped(undefined);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') event.currentTarget.blur();
      if (event.key === 'Enter' && !isSearch) send(text, false);
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
        // Half a word of an input method is nothing to look for.
        if (!isComposing.current) send(next, true);
      }}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={(event: CompositionEvent<HTMLInputElement>) => {
        isComposing.current = false;
        send(event.currentTarget.value, true);
      }}
      className="max-w-72 flex-1 basis-32"
    />
  );
}

/** Puts the cursor into the page's search field, if it has one. */
export function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-search]')?.focus();
}

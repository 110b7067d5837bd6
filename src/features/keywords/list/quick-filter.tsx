import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { changeSearch } from '#src/lib/router.ts';
import { SearchInput } from '#src/ui/search-input.tsx';

const ADDRESS_MS = 300;

/** The search text of the keyword table. Filters on each keystroke; the URL update is debounced. */
export function useQuickFilter() {
  const [params] = useSearchParams();
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyping = useRef(false);
  const written = params.get('q') ?? '';
  // The URL is the source of truth again once the debounced update has been written.
  if (typed === written && !isTyping.current) setTyped(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (text: string) => {
    clearTimeout(timer.current);
    const next = (search: URLSearchParams) => {
      if (text) search.set('q', text);
      else search.delete('q');
    };
    changeSearch(next, { replace: true });
  };
  return {
    text: typed ?? written,
    type: (text: string) => {
      isTyping.current = true;
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(text), ADDRESS_MS);
    },
    leave: () => {
      isTyping.current = false;
      if (typed !== undefined && typed !== written) write(typed);
    },
    clear: () => {
      isTyping.current = false;
      setTyped('');
      write('');
    },
  };
}

export function QuickFilter({ filter }: { filter: ReturnType<typeof useQuickFilter> }) {
  const { t } = useLingui();
  return (
    <SearchInput
      label={t`Search keywords`}
      shortcut="/"
      data-search=""
      value={filter.text}
      onChange={filter.type}
      onBlur={filter.leave}
      onKeyDown={(event) => {
        // Enter and Escape leave the input for the rows; Escape also clears it natively.
        const isLeaving = event.key === 'Escape' || event.key === 'Enter';
        if (isLeaving && !event.nativeEvent.isComposing) event.currentTarget.blur();
      }}
      className="max-w-72 flex-1 basis-40"
    />
  );
}

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { changeSearch } from '#src/lib/router.ts';
import { SearchInput } from '#src/ui/search-input.tsx';

const ADDRESS_MS = 300;

/** The text that keywords are looked for by. It acts with every key; the address follows when one has typed. */
export function useQuickFilter() {
  const [params] = useSearchParams();
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyping = useRef(false);
  const written = params.get('q') ?? '';
  // Once nobody types and the address says it, the address is what counts.
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
        // Leads on to the rows; Escape empties the field by itself.
        const isLeaving = event.key === 'Escape' || event.key === 'Enter';
        if (isLeaving && !event.nativeEvent.isComposing) event.currentTarget.blur();
      }}
      className="max-w-72 flex-1 basis-40"
    />
  );
}

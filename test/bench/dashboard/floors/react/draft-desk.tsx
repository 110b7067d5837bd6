import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { type Asked, approveDraft, type DraftPage, readDrafts } from '../drafts.ts';
import { EMPTY, nextState } from './desk-state.ts';
import { DraftPane } from './draft-pane.tsx';
import { DraftRow } from './draft-row.tsx';

/** The dashboard's queue in React alone: a list with approve and edit per row, search, pagination. */
export function DraftDesk({ firstPage }: { firstPage: Promise<DraftPage> }) {
  const [asked, setAsked] = useState<Asked>({ search: '', page: 1 });
  const [{ drafts, hasNext, chosenId, isEditing }, dispatch] = useReducer(nextState, EMPTY);
  const reading = useRef<AbortController>(undefined);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => void firstPage.then((page) => dispatch({ kind: 'show', page })), [firstPage]);
  const ask = async (next: Asked) => {
    setAsked(next);
    reading.current?.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    try {
      dispatch({ kind: 'show', page: await readDrafts(next, signal) });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const choose = useCallback((id: string) => dispatch({ kind: 'choose', id }), []);
  const edit = useCallback((id: string) => dispatch({ kind: 'edit', id }), []);
  const approve = useCallback((id: string, text?: string) => {
    dispatch({ kind: 'remove', id });
    void approveDraft(id, text);
  }, []);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.matches('input, textarea')) return;
    if (event.key === 'j' || event.key === 'k') dispatch({ kind: 'move', by: event.key === 'j' ? 1 : -1 });
    else if (event.key === 'a' && chosenId) approve(chosenId);
    else if (event.key === 'e') dispatch({ kind: 'editChosen' });
    else return;
    event.preventDefault();
  });
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useLayoutEffect(() => {
    if (chosenId) list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  return (
    <>
      <header>
        <input
          type="search"
          aria-label="Search"
          value={asked.search}
          onChange={({ target }) => void ask({ search: target.value, page: 1 })}
        />
      </header>
      <ul ref={list} aria-label="Drafts">
        {drafts.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            isChosen={draft.id === chosenId}
            onChoose={choose}
            onApprove={approve}
            onEdit={edit}
          />
        ))}
      </ul>
      <DraftPane
        draft={drafts.find(({ id }) => id === chosenId)}
        isEditing={isEditing}
        onApprove={approve}
        onCancel={() => dispatch({ kind: 'stopEditing' })}
      />
      <footer>
        {hasNext && (
          <button type="button" onClick={() => void ask({ ...asked, page: asked.page + 1 })}>
            Next page
          </button>
        )}
      </footer>
    </>
  );
}

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { isImeKey } from '#src/lib/use-shortcuts.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { classNames } from '#src/ui/class-names.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { Skeleton } from '#src/ui/feedback/placeholder.tsx';
import type { InsertPlace } from './insert-place.ts';
import { characterBox, insertText, withLeadingSpace } from './insert-text.ts';
import { findInsertions, type Insertion, insertionsQuery } from './insertions.ts';

/** Keys that the field passes on while the list is open. */
export interface InsertListKeys {
  /** Returns whether the key was for the list. */
  onKey: (event: KeyboardEvent) => boolean;
}

interface InsertListProps {
  /** Id of the listbox, which the field names as controlled. */
  id: string;
  roomId: string;
  place: InsertPlace;
  area: HTMLTextAreaElement;
  handle: Ref<InsertListKeys>;
  onClose: () => void;
}

/** Prepared texts to insert, in a list at the cursor. The field keeps the focus. */
export function InsertList({ id, roomId, place, area, handle, onClose }: InsertListProps) {
  const { t } = useLingui();
  const { data, error } = useQuery(insertionsQuery(roomId));
  // Freeze the items while the list is open, so that nothing moves under the cursor.
  const [items, setItems] = useState(data);
  if (!items && data) setItems(data);
  const { query, from, to, hasSlash } = place;
  const found = useMemo(() => findInsertions(items ?? [], query), [items, query]);
  const [marked, setMarked] = useState({ query, index: 0 });
  const index = marked.query === query ? Math.min(marked.index, found.length - 1) : 0;

  const insert = (one: Insertion) => {
    const before = area.value.slice(0, from);
    insertText(area, from, to, hasSlash ? one.text : withLeadingSpace(before, one.text));
    onClose();
  };
  const move = (by: 1 | -1) => setMarked({ query, index: (index + by + found.length) % found.length });
  const onKey = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (isImeKey(event) || shiftKey || ctrlKey || metaKey || altKey) return false;
    const one = found[index];
    if (key === 'Escape') onClose();
    else if (!one) return false;
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' || key === 'Tab') insert(one);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  useImperativeHandle(handle, () => ({ onKey }));

  const isRead = items !== undefined;
  const isLost = isRead && found.length === 0 && (!hasSlash || /\s/.test(query));
  const count = found.length;
  useAfterChange(isRead ? `${count} ${isLost}` : undefined, () => {
    announce(t`${plural(count, { one: '# match', other: '# matches' })}`);
    if (isLost) onClose();
  });

  /** Shows the list at the cursor, in the top layer. */
  const show = useCallback(
    (layer: HTMLDivElement) => {
      const anchor = layer.previousElementSibling;
      if (!(anchor instanceof HTMLElement)) return undefined;
      const { left, top, height } = characterBox(area, from);
      Object.assign(anchor.style, { left: `${left}px`, top: `${top}px`, height: `${height}px` });
      layer.showPopover({ source: anchor });
      return () => layer.hidePopover();
    },
    [area, from],
  );
  const mark = useCallback(
    (option: HTMLDivElement) => {
      area.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
      return () => area.removeAttribute('aria-activedescendant');
    },
    [area],
  );
  return (
    <>
      <span className="pointer-events-none absolute w-px" />
      <div
        ref={show}
        popover="manual"
        className="anchored floating max-sm:mx-2 max-sm:[position-area:block-end] max-h-72 w-[28rem] max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain p-1"
      >
        <div
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label={t`Suggestions and keyword answers`}
          // The field keeps the focus, and with it a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((one, place) => (
            <Fragment key={one.id}>
              {one.group !== found[place - 1]?.group && (
                <div id={`${id}-${one.group}`} role="presentation" className="px-2 pt-1.5 pb-0.5 text-muted text-xs">
                  {titles[one.group]}
                </div>
              )}
              <Option
                ref={place === index ? mark : undefined}
                id={`${id}-${one.id}`}
                groupId={`${id}-${one.group}`}
                isMarked={place === index}
                one={one}
                onPoint={() => setMarked({ query, index: place })}
                onPick={() => insert(one)}
              />
            </Fragment>
          ))}
        </div>
        {!isRead && !error && <Skeleton className="m-2 w-40" />}
        {!isRead && error && (
          <p className="px-2 py-1.5 text-muted">
            <Trans>Couldn’t load suggestions.</Trans> {errorMessage(error)}
          </p>
        )}
        {isRead && found.length === 0 && (
          <p className="px-2 py-1.5 text-muted">
            {query ? <Trans>No matches for “{query}”</Trans> : <Trans>No suggestions or keyword answers yet</Trans>}
          </p>
        )}
      </div>
    </>
  );
}

const titles: Record<Insertion['group'], ReactNode> = {
  room: <Trans>Suggestions for this room</Trans>,
  fitting: <Trans>Keyword answers</Trans>,
  other: <Trans>In other languages</Trans>,
};

function Option(props: {
  ref: Ref<HTMLDivElement> | undefined;
  id: string;
  groupId: string;
  one: Insertion;
  isMarked: boolean;
  onPoint: () => void;
  onPick: () => void;
}) {
  const { ref, id, groupId, one, isMarked, onPoint, onPick } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field, which keeps the focus, has the keys.
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isMarked}
      aria-describedby={groupId}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onPick}
      className={classNames(
        'flex cursor-pointer flex-col justify-center rounded-box px-2 py-1 pointer-coarse:min-h-11',
        isMarked && 'bg-selected',
      )}
    >
      {one.name && (
        <span dir="auto" className="truncate font-medium">
          {one.name}
        </span>
      )}
      <span
        dir="auto"
        className={classNames('wrap-anywhere line-clamp-2 whitespace-pre-wrap', one.name && 'text-muted')}
      >
        {one.text}
      </span>
    </div>
  );
}

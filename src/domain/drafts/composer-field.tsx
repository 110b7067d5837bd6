import { Trans } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { queryClient } from '#src/api/query-client.ts';
import { retryWithBackoff } from '#src/lib/delay.ts';
import { isImeKey } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import type { InsertListKeys } from './insert-list.tsx';
import { cursorPlace, followPlace, type InsertPlace, slashPlace } from './insert-place.ts';

const InsertList = lazyComponent(async () => (await import('./insert-list.tsx')).InsertList);

interface ComposerFieldProps {
  roomId: string;
  label: ReactNode;
  error: ReactNode;
  value: string;
  autoFocus: boolean;
  area: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onSend: () => void;
  /** Escape, with no list open. */
  onCancel: (() => void) | undefined;
}

/** The field in which a draft is written. A slash, or the button above, offers prepared texts at the cursor. */
export function ComposerField(props: ComposerFieldProps) {
  const { roomId, label, error, value, autoFocus, area, onChange, onSend, onCancel } = props;
  const listId = useId();
  const list = useRef<InsertListKeys>(null);
  const wasFocused = useRef(false);
  const [place, setPlace] = useState<InsertPlace>();
  const close = () => setPlace(undefined);

  const offerTexts = () => {
    const field = area.current;
    if (!field) return;
    // A field that was never focused has no cursor yet, so insert at the end.
    if (!wasFocused.current) field.setSelectionRange(field.value.length, field.value.length);
    field.focus();
    setPlace(place ? undefined : cursorPlace(field));
  };
  /** A slash that was typed, also with an input method, opens the list. */
  const follow = (field: HTMLTextAreaElement, isTyped: boolean) =>
    setPlace((isTyped ? slashPlace(field) : undefined) ?? (place && followPlace(place, field)));
  return (
    <Field
      label={label}
      error={error}
      aside={
        <Button
          kind="quiet"
          size="small"
          shortcut="/"
          aria-expanded={place !== undefined}
          className="-my-1 pointer-coarse:h-11"
          // The field keeps the focus and the cursor.
          onMouseDown={(event) => event.preventDefault()}
          onClick={offerTexts}
        >
          <Trans>Insert</Trans>
        </Button>
      }
    >
      <div className="relative flex flex-col">
        <Textarea
          ref={area}
          autoFocus={autoFocus}
          value={value}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={place && listId}
          onChange={({ target, nativeEvent }) => {
            follow(target, isTyping(nativeEvent));
            onChange(target.value);
          }}
          onCompositionEnd={({ currentTarget, data }) => follow(currentTarget, data.length === 1)}
          onSelect={({ currentTarget }) => place && follow(currentTarget, false)}
          onFocus={({ target }) => {
            if (autoFocus && !wasFocused.current) target.setSelectionRange(value.length, value.length);
            wasFocused.current = true;
            void preloadInsertions(roomId);
          }}
          onBlur={close}
          onKeyDown={(event) => {
            if (isImeKey(event) || list.current?.onKey(event)) return;
            if (event.key === 'Escape' && onCancel) onCancel();
            else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
            else return;
            event.preventDefault();
          }}
        />
        {place && area.current && (
          <InsertList id={listId} roomId={roomId} place={place} area={area.current} handle={list} onClose={close} />
        )}
      </div>
    </Field>
  );
}

/** Whether the text was typed: not pasted, dropped or restored by undo. */
const isTyping = (event: Event) =>
  event instanceof InputEvent && event.inputType === 'insertText' && !event.isComposing;

/** Prefetches the texts that the list offers, as soon as the field has the focus. */
async function preloadInsertions(roomId: string): Promise<void> {
  const { insertionsQuery } = await retryWithBackoff(() => import('./insertions.ts'));
  await queryClient.prefetchQuery(insertionsQuery(roomId));
}

import { Trans } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { isImeKey, normalizeShortcut, useShortcuts } from '#src/lib/use-shortcuts.ts';
import { Button, ignoreDoubleClick } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { bufferedKeystrokes } from '#src/ui/lazy-component.tsx';
import { type Press, recordChoice } from './reject-reasons.ts';

/** A reason to choose by its number key or button. */
export interface Reason {
  /** Button label. */
  label: string;
  /** Text sent as the reason. */
  text: string;
}

interface ReasonFieldProps {
  text: string;
  onChange: (text: string) => void;
  /** In the order of their number keys. Only the first nine have keys, which work while the field is empty. */
  reasons: readonly Reason[];
  onChoose: (text: string) => void;
  /** Label of the list: says what choosing a reason does. */
  choosing: ReactNode;
  hint: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
}

const MAX_KEYS = 9;

/** A field for the reason of a rejection, with reasons to choose from. */
export function ReasonField({ text, onChange, reasons, onChoose, choosing, hint, onKeyDown }: ReasonFieldProps) {
  const listId = useId();
  const keys = useReasonKeys(reasons, text === '', onChoose);
  return (
    <>
      <Field label={<Trans>Reason</Trans>} hint={hint} required>
        <Textarea
          autoFocus
          rows={2}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            keys(event);
            if (!event.defaultPrevented) onKeyDown?.(event);
          }}
          onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
        />
      </Field>
      {reasons.length > 0 && (
        <div className="flex flex-col gap-1">
          <p id={listId} className="text-muted text-sm">
            {choosing}
          </p>
          <ul aria-labelledby={listId} className="flex flex-wrap gap-1.5">
            {keyedByIndex(reasons).map(({ key, item }) => (
              <li key={key} className="max-w-full">
                <ReasonButton reason={item} place={key} isKeyIdle={text !== ''} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface ReasonButtonProps extends Pick<ReasonFieldProps, 'onChoose'> {
  reason: Reason;
  place: number;
  /** Hides the key, which now types into the field. It keeps its space, so that no button moves. */
  isKeyIdle: boolean;
}

function ReasonButton({ reason: { label, text }, place, isKeyIdle, onChoose }: ReasonButtonProps) {
  return (
    <Button
      size="small"
      shortcut={place < MAX_KEYS ? String(place + 1) : undefined}
      className={classNames('max-w-full', isKeyIdle && '[&_kbd]:invisible')}
      onClick={ignoreDoubleClick(() => onChoose(text))}
    >
      <span dir="auto" data-tooltip={label === text ? undefined : text} className="truncate">
        {label}
      </span>
    </Button>
  );
}

/**
 * Text typed while the code of the field was loading, to append to the stored text, and how to drop it. A number
 * chooses a reason here, too, but does not send one that the user could not see.
 */
export function useTypedAhead(kept: string, reasons: readonly Reason[]): [ahead: string, drop: () => void] {
  const [ahead, setAhead] = useState(
    () => (!kept && reasons[Number(bufferedKeystrokes()) - 1]?.text) || bufferedKeystrokes(),
  );
  return [ahead, () => setAhead('')];
}

/** Number keys choose a reason, in the empty field and outside it. Returns the key handler of the field or dialog. */
export function useReasonKeys(reasons: readonly Reason[], isEmpty: boolean, onChoose: (text: string) => void) {
  const { shortcuts } = useStore(settings);
  const isUntouched = useRef(true);
  const keys = reasons.slice(0, MAX_KEYS).map(({ text }, place) => [String(place + 1), text] as const);
  const choose = (event: Press, text: string) => {
    recordChoice(event);
    onChoose(text);
  };
  const shortcutOf = (text: string) => (event: globalThis.KeyboardEvent) => choose(event, text);
  useShortcuts(Object.fromEntries(isEmpty ? keys.map(([key, text]) => [key, shortcutOf(text)]) : []));
  return (event: KeyboardEvent) => {
    if (isImeKey(event)) return;
    // The key that opened the form may still be held down.
    if (event.repeat && isUntouched.current) return event.preventDefault();
    isUntouched.current = false;
    if (!isEmpty || !shortcuts || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const [, text] = keys.find(([key]) => key === normalizeShortcut(event)) ?? [];
    if (text === undefined) return;
    event.preventDefault();
    choose(event, text);
  };
}

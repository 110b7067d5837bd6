import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp, Copy, GripVertical, Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import type { Attribute } from '#contract/attribute.ts';
import { ElementFields } from '#src/form/fields/form-field.tsx';
import { startCase } from '#src/lib/start-case.ts';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';

const words = { kind: msg`Kind`, content: msg`Content`, settings: msg`Settings` };
const isPart = (part: string): part is keyof typeof words => part in words;

interface SortableMessageProps {
  id: string;
  list: Attribute;
  path: string;
  number: number;
  count: number;
  isReadOnly: boolean;
  autoFocus: boolean;
  onMove: (step: 1 | -1) => void;
  onDuplicate: (values: unknown) => void;
  onRemove: () => void;
}

export function SortableMessage(props: SortableMessageProps) {
  const { id, list, path, number, isReadOnly, autoFocus } = props;
  const { t, i18n } = useLingui();
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled: isReadOnly,
    attributes: { roleDescription: t`Sortable` },
    animateLayoutChanges: () => false,
  });
  const handle = { ref: setActivatorNodeRef, ...attributes, ...listeners };
  return (
    <fieldset
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(
        'relative flex min-w-0 flex-col gap-2 border-s-2 ps-3',
        isDragging ? 'floating z-1 border-accent' : 'border-line',
      )}
    >
      <legend className="sr-only">{i18n.number(number)}</legend>
      {!isReadOnly && <MessageBar {...props} handle={handle} />}
      <ElementFields
        list={list}
        path={path}
        wordOf={(part) => (isPart(part) ? i18n._(words[part]) : startCase(part))}
        autoFocus={autoFocus}
      />
    </fieldset>
  );
}

function MessageBar(props: SortableMessageProps & { handle: Record<string, unknown> }) {
  const { path, number: place, count, handle, onMove, onDuplicate, onRemove } = props;
  const { t, i18n } = useLingui();
  const number = i18n.number(place);
  const { getValues } = useFormContext();
  return (
    <div className="flex items-center gap-1">
      <IconButton {...handle} size="small" label={t`Reorder ${number}`} className="-ms-1 cursor-grab touch-none">
        <GripVertical aria-hidden="true" />
      </IconButton>
      <span aria-hidden="true" className="me-auto text-muted text-sm">
        {number}
      </span>
      <IconButton size="small" label={t`Move ${number} up`} disabled={place === 1} onClick={() => onMove(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={t`Move ${number} down`} disabled={place === count} onClick={() => onMove(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton
        size="small"
        label={t`Duplicate ${number}`}
        onClick={() => onDuplicate(structuredClone(getValues(path)))}
      >
        <Copy aria-hidden="true" />
      </IconButton>
      <IconButton size="small" label={t`Remove ${number}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}

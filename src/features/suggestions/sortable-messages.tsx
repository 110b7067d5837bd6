import {
  closestCenter,
  DndContext,
  type DndContextProps,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { suggestions } from '#contract/suggestions.ts';
import { blankElement } from '#src/form/form-values.ts';
import { useFieldError, useFieldLabel, useRecordFormContext } from '#src/form/record-form-context.ts';
import { Button } from '#src/ui/button.tsx';
import { FieldError } from '#src/ui/form/field.tsx';
import { SortableMessage } from './sortable-message.tsx';

const NAME = 'suggestion_messages_data';
const list = suggestions.attributes[NAME];
/** Minimum distance before a press on the handle becomes a drag. */
const MIN_PX = 4;

/** Messages of a suggestion: add, remove, and reorder by drag and drop, keyboard or buttons. */
export function SortableMessages({ autoFocus }: { autoFocus: boolean }) {
  const { t } = useLingui();
  const id = useId();
  const { isReadOnly } = useRecordFormContext();
  const { fields, append, insert, move, remove } = useFieldArray({ name: NAME, keyName: 'key' });
  const error = useFieldError(NAME);
  useFieldLabel(NAME, t`Messages`);
  const [isDragging, setDragging] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: MIN_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (key: unknown) => fields.findIndex((field) => field.key === key);
  const words = useDragAnnouncements((key) => indexOf(key) + 1, fields.length);
  const drop = ({ active, over }: DragEndEvent) => {
    setDragging(false);
    if (over && active.id !== over.id) move(indexOf(active.id), indexOf(over.id));
  };
  return (
    <fieldset
      aria-describedby={error && `${id}-error`}
      className="flex min-w-0 flex-col gap-3"
      onKeyDown={(event) => {
        // Escape cancels the drag; only the next one closes the dialog.
        if (isDragging && event.key === 'Escape') event.preventDefault();
      }}
    >
      <legend className="mb-1 font-medium">
        <Trans>Messages</Trans>
      </legend>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={words}
        onDragStart={() => setDragging(true)}
        onDragCancel={() => setDragging(false)}
        onDragEnd={drop}
      >
        <SortableContext items={fields.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          {fields.map((field, index) => (
            <SortableMessage
              key={field.key}
              id={field.key}
              list={list}
              path={`${NAME}.${index}`}
              number={index + 1}
              count={fields.length}
              isReadOnly={isReadOnly}
              autoFocus={autoFocus && index === 0}
              onMove={(step) => move(index, index + step)}
              onDuplicate={(values) => insert(index + 1, values)}
              onRemove={() => {
                remove(index);
                // The focused button is removed, so focus the add button.
                addButton.current?.focus();
              }}
            />
          ))}
        </SortableContext>
      </DndContext>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {!isReadOnly && (
        <Button ref={addButton} data-field={NAME} className="self-start" onClick={() => append(blankElement(list))}>
          <Plus aria-hidden="true" className="size-4" />
          <Trans>Add</Trans>
        </Button>
      )}
    </fieldset>
  );
}

/** Screen reader announcements for drag and drop; `placeOf` returns the 1-based position. */
function useDragAnnouncements(
  placeOf: (id: UniqueIdentifier) => number,
  size: number,
): NonNullable<DndContextProps['accessibility']> {
  const { t, i18n } = useLingui();
  const count = i18n.number(size);
  return {
    screenReaderInstructions: {
      draggable: t`Press Space to pick up the message, arrow keys to move it, Space to drop it, Escape to cancel.`,
    },
    announcements: {
      onDragStart: ({ active }) => t`Picked up message ${{ place: i18n.number(placeOf(active.id)) }} of ${count}.`,
      onDragOver: ({ over }) =>
        over ? t`Moved to position ${{ place: i18n.number(placeOf(over.id)) }} of ${count}.` : undefined,
      onDragEnd: ({ over }) =>
        over ? t`Dropped at position ${{ place: i18n.number(placeOf(over.id)) }} of ${count}.` : t`Cancelled.`,
      onDragCancel: () => t`Cancelled.`,
    },
  };
}

import type { DndContextProps, UniqueIdentifier } from '@dnd-kit/core';
import { useLingui } from '@lingui/react/macro';

/** Screen reader announcements for drag and drop; `placeOf` returns the 1-based position. */
export function useDragWords(
  placeOf: (id: UniqueIdentifier) => number,
  size: number,
): NonNullable<DndContextProps['accessibility']> {
  const { t, i18n } = useLingui();
  const count = i18n.number(size);
  return {
    screenReaderInstructions: {
      draggable: t`Press Space to take the message, the arrows to move it, Space to put it down, Escape to leave it where it was.`,
    },
    announcements: {
      onDragStart: ({ active }) => {
        const place = i18n.number(placeOf(active.id));
        return t`Took message ${place} of ${count}.`;
      },
      onDragOver: ({ over }) => {
        const place = over && i18n.number(placeOf(over.id));
        return over ? t`At place ${place} of ${count}.` : undefined;
      },
      onDragEnd: ({ over }) => {
        const place = over && i18n.number(placeOf(over.id));
        return over ? t`Put down at place ${place} of ${count}.` : t`Put back.`;
      },
      onDragCancel: () => t`Put back.`,
    },
  };
}

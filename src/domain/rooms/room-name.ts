import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { Identifier } from '#contract/document.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { findIncluded, type Included } from '#src/api/list-page.ts';
import { formatList } from '#src/ui/text/format-list.ts';

export type Room = Row<typeof rooms>;

/** Display name of a room: name, else members, else kind and id, else id. In the current locale. */
export function roomName(
  room: { id?: string; name?: string | null; kind?: string } | null | undefined,
  members: readonly string[] = [],
): string {
  if (room?.name?.trim()) return room.name;
  if (members.length > 0) return formatList(i18n.locale, members);
  const id = room?.id ?? '';
  if (!id) return t`Unknown room`;
  switch (room?.kind) {
    case 'support_room':
      return t`Support room ${id}`;
    case 'direct_room':
      return t`Direct room ${id}`;
    case 'group_room':
      return t`Group room ${id}`;
    default:
      return t`Room ${id}`;
  }
}

/** Display name of a linked room, resolved from `included` if it is there. */
export function linkedRoomName(included: Included, identifier: Identifier | null | undefined): string {
  return roomName(findIncluded(included, rooms, identifier) ?? identifier);
}

/** Label of a room kind. Call while rendering (uses the current locale). */
export function roomKind(kind: string): string {
  switch (kind) {
    case 'support_room':
      return t`Support`;
    case 'direct_room':
      return t`Direct`;
    case 'group_room':
      return t`Group`;
    default:
      return kind;
  }
}

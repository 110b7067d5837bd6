import { t } from '@lingui/core/macro';
import type { Identifier } from '#contract/document.ts';
import type { Row } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { findIncluded, type Included } from '#src/api/list-page.ts';

export type Room = Row<typeof rooms>;

/** Label of each kind, and name of its rooms without a name. */
const kinds: ReadonlyMap<string | undefined, { label: () => string; name: (id: string) => string }> = new Map([
  ['support_room', { label: () => t`Support`, name: (id: string) => t`Support room ${id}` }],
  ['direct_room', { label: () => t`Direct`, name: (id: string) => t`Direct room ${id}` }],
  ['group_room', { label: () => t`Group`, name: (id: string) => t`Group room ${id}` }],
]);

/** Display name of a room: name, else kind and id, else id. In the current locale. */
export function roomName(room: { id?: string; name?: string | null; kind?: string } | null | undefined): string {
  if (room?.name?.trim()) return room.name;
  const id = room?.id ?? '';
  if (!id) return t`Unknown room`;
  return kinds.get(room?.kind)?.name(id) ?? t`Room ${id}`;
}

/** Display name of a linked room, resolved from `included` if it is there. */
export function linkedRoomName(included: Included, identifier: Identifier | null | undefined): string {
  return roomName(findIncluded(included, rooms, identifier) ?? identifier);
}

/** Label of a room kind. Call while rendering (uses the current locale). */
export const roomKind = (kind: string): string => kinds.get(kind)?.label() ?? kind;

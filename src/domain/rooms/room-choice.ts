import { rooms } from '#contract/rooms.ts';
import { referenceSource } from '#src/form/fields/reference-select.tsx';
import { roomName } from './room-name.ts';

/** Room picker, searched by name. */
export const roomChoice = referenceSource(rooms, { by: 'name_like', label: (room) => roomName(room) });

import { rooms } from '#contract/rooms.ts';
import { recordChoice } from '#src/crud/record-choice.ts';
import { roomName } from './room-name.ts';

/** Room picker, searched by name. */
export const roomChoice = recordChoice(rooms, { by: 'name_like', label: (room) => roomName(room) });

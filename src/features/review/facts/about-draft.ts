import type { Identifier } from '#contract/document.ts';
import type { Row } from '#contract/resource.ts';
import type { users } from '#contract/users.ts';
import type { Draft } from '#src/domain/drafts/draft.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';

/** A draft with the records that its facts describe. */
export interface AboutDraft {
  draft: Draft;
  /** Undefined if unknown. */
  room: Room | undefined;
  /** The author; only an identifier if the record is not loaded. */
  author: Row<typeof users> | Identifier | undefined;
}

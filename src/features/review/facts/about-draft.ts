import type { Identifier } from '#contract/document.ts';
import type { Row } from '#contract/resource.ts';
import type { users } from '#contract/users.ts';
import type { Draft } from '#src/domain/drafts/draft.ts';
import type { Room } from '#src/domain/rooms/room-name.ts';

/** A draft with what its facts are about. */
export interface AboutDraft {
  draft: Draft;
  /** Undefined if it is not known. */
  room: Room | undefined;
  /** Who wrote it; only the id if that is all that is known. */
  author: Row<typeof users> | Identifier | undefined;
}

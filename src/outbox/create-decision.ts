import type { Decision } from '#src/api/decision.ts';
import { signedInId } from '#src/api/query-client.ts';
import { newestMessageId } from '#src/domain/conversation/conversation-query.ts';
import type { Draft } from '#src/domain/drafts/draft.ts';

/** A snapshot of the draft and the newest message as the reviewer sees them now. */
export function snapshotOf(draft: Draft): Decision['seen'] {
  const roomId = draft.one.room?.id;
  return {
    roomId,
    content: draft.message_content,
    updatedAtUnix: draft.updated_at_unix,
    version: draft.meta.version,
    lastMessageId: roomId === undefined ? undefined : newestMessageId(roomId),
  };
}

/** Creates a decision. `seen` is the draft that it is based on, if that is not the draft as shown now. */
export function createDecision(
  draft: Draft,
  kind: Decision['kind'],
  { comment = '', force = false, editedContent, seen }: Partial<Decision> = {},
): Decision {
  const shown = snapshotOf(draft);
  return {
    draftId: draft.id,
    by: signedInId(),
    kind,
    comment,
    force,
    editedContent,
    seen: { ...shown, ...seen, lastMessageId: shown.lastMessageId },
  };
}

/** Storage key of the reason for rejecting a draft, kept until the server has accepted it. */
export const rejectTextKey = (draftId: string): string => `reject.${draftId}`;

/** Storage key of the reason for rejecting all drafts of a room, kept until the server has accepted it. */
export const rejectAllTextKey = (roomId: string): string => `reject-room.${roomId}`;

/** Storage key of the bulk rejection reason: cleared once queued, restored if undone, cancelled or refused. */
export const REJECT_SELECTED_KEY = 'reject-selected';

/** Storage key of an edited text, kept until the server has accepted it. */
export const editTextKey = (draftId: string): string => `edit.${draftId}`;

/** Storage key of the draft's text from which a stored edit began: its author may have changed it since. */
export const editBaseKey = (draftId: string): string => `edit-base.${draftId}`;

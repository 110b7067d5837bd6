import { newestMessageId } from '#src/records/conversation/conversation-query.ts';
import type { Draft } from '#src/records/drafts/draft.ts';
import type { Decision } from './send-decision.ts';

/** A decision on a draft as displayed now, with the newest message displayed. */
export function decisionOn(
  draft: Draft,
  kind: Decision['kind'],
  { comment = '', force = false, editedContent }: { comment?: string; force?: boolean; editedContent?: string } = {},
): Decision {
  const roomId = draft.one.room?.id;
  return {
    draftId: draft.id,
    kind,
    comment,
    force,
    editedContent,
    seen: {
      roomId,
      content: draft.message_content,
      updatedAtUnix: draft.updated_at_unix,
      version: draft.meta.version,
      lastMessageId: roomId === undefined ? undefined : newestMessageId(roomId),
    },
  };
}

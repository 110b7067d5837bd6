import { useState } from 'react';
import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { refreshLists } from '#src/api/cache.ts';
import { ApiError } from '#src/api/errors.ts';
import { useAction } from '#src/api/mutations.ts';
import { readList } from '#src/api/read-document.ts';
import { asRecord } from '#src/lib/json.ts';
import { newestMessageId } from './conversation-query.ts';
import type { Decision } from './send-decision.ts';

/** What became of a decision about all drafts of a room. */
export interface RoomOutcome {
  changed: number;
  refused: { id: string; code: string; detail: string }[];
}

/**
 * Decides about drafts of one room in one request, exactly those whose ids are given. What is refused is told and
 * stops nothing else. Throws an ApiError, for which `isMissing` holds where the tenant has no such action.
 */
export function useDecideRoomDrafts(roomId: string) {
  const [isBusy, setBusy] = useState(false);
  const approve = useAction(rooms, 'approve_support_draft_messages');
  const reject = useAction(rooms, 'reject_support_draft_messages');

  const decide = async (kind: Decision['kind'], ids: readonly string[], comment?: string): Promise<RoomOutcome> => {
    setBusy(true);
    try {
      const body = await (kind === 'approve' ? approve : reject).mutateAsync({
        id: roomId,
        attributes: { ids: [...ids], ...(comment && { comment }) },
        // For tenants that check whether the conversation has moved on; others ignore it.
        meta: { last_message_id: newestMessageId(roomId) },
      });
      return readOutcome(body, ids);
    } finally {
      setBusy(false);
      void refreshLists(drafts);
    }
  };
  return { decide, isBusy };
}

/** Whether the tenant has no action for a whole room: nothing was done then. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.isNotOffered || error.isNotFound);

/** Tenants answer with the changed drafts, with `meta.refused` beside them, or with nothing: then all count as done. */
function readOutcome(body: unknown, ids: readonly string[]): RoomOutcome {
  const { rows } = readList(drafts, { status: 200, url: '', body, location: undefined }, {});
  const raw = asRecord(asRecord(body)?.meta)?.refused;
  const refused = (Array.isArray(raw) ? raw : []).map((item) => {
    const { id, code, detail } = asRecord(item) ?? {};
    return { id: String(id ?? ''), code: String(code ?? ''), detail: String(detail ?? '') };
  });
  return { changed: rows.length || ids.length - refused.length, refused };
}

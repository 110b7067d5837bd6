/** Storage key of the reason for rejecting a draft, kept until the tenant has accepted it. */
export const rejectTextKey = (draftId: string): string => `reject.${draftId}`;

/** Storage key of the reason for rejecting all drafts of a room, kept until the tenant has accepted it. */
export const rejectAllTextKey = (roomId: string): string => `reject-room.${roomId}`;

/** Storage key of an edited text, kept until the tenant has accepted it. */
export const editTextKey = (draftId: string): string => `edit.${draftId}`;

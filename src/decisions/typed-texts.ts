/** Under what a typed reason for rejecting is kept until it was taken. */
export const rejectTextKey = (draftId: string): string => `reject.${draftId}`;

/** Under what a typed reason for rejecting all drafts of a room is kept until it was taken. */
export const rejectAllTextKey = (roomId: string): string => `reject-room.${roomId}`;

/** Under what an edited text is kept until it was taken. */
export const editTextKey = (draftId: string): string => `edit.${draftId}`;

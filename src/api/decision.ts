/** A decision on one draft, with what the reviewer saw when making it. */
export interface Decision {
  draftId: string;
  /** Id of the user who decided, if known: it must not be sent in the name of one who has signed in since. */
  by?: string | undefined;
  kind: 'approve' | 'reject';
  /** Why; empty for none. */
  comment: string;
  /** The text to approve instead of the original. */
  editedContent?: string | undefined;
  /** Approve even if the visitor has written since. */
  force: boolean;
  seen: {
    roomId?: string | undefined;
    content: string;
    updatedAtUnix: number;
    /** Tenants with versions check this themselves. */
    version?: string | undefined;
    lastMessageId?: string | undefined;
  };
}

/** Why decisions failed, by draft id: also those that were applied without their comment. */
export type Failures = Readonly<Record<string, unknown>>;

/** Whether a decision was applied, even if its comment was lost. */
export const isApplied = (failures: Failures, { draftId }: Decision): boolean =>
  !Object.hasOwn(failures, draftId) || failures[draftId] instanceof CommentNotSavedError;

/** An action was carried out, but the tenant dropped its comment. */
export class CommentNotSavedError extends Error {}

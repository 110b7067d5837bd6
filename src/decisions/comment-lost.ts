/** The decision was applied, but the tenant dropped its comment. */
export class CommentLost extends Error {}

/** The decision was taken, but its comment was not: the tenant drops it. */
export class CommentLost extends Error {}

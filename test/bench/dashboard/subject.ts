/** A measured page. */
export interface Subject {
  name: string;
  /** Origin it is served from, and the folder of its build. */
  origin: string;
  folder: string;
  /** Paths of the queue, and of the signed-in user's own drafts, which are paginated. */
  queuePath: string;
  ownDraftsPath: string;
}

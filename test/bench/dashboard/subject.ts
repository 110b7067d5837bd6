/** A page that is measured. */
export interface Subject {
  name: string;
  /** Where it is served, and the folder with its built files. */
  origin: string;
  folder: string;
  /** Addresses of the queue, and of the signed-in person's own drafts, which have pages. */
  queuePath: string;
  ownPath: string;
}

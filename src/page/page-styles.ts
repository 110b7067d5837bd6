import '../pages.css';

/** The styles of the pages that are not part of the first screen, as a lazy route. */
export const handle = {};

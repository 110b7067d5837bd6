import { drafts } from '#contract/drafts.ts';
import { preloadRequest } from '#src/api/preload-request.ts';
import { connection } from './api/connection.ts';
import { queuePageQuery, readReviewAddress } from './features/review-queue/review-query.ts';
import { currentAddress } from './lib/base-path.ts';
import { applySettings } from './lib/storage/settings.ts';
import { paths } from './paths.ts';

/**
 * Runs before the rest of the app, in its own file: applies theme and outline before the first paint, and preloads the
 * review queue's data while its code loads.
 */
applySettings();

const here = connection.get();
const { pathname: path, search } = currentAddress();
if (here && path !== paths.wall()) document.documentElement.dataset.shell = '';
// The root path leads to the start page of the role.
const page = path === '/' ? paths.home(here?.role) : path;
const isReview = page === paths.review() || page.startsWith(`${paths.review()}/`);
if (here && isReview) {
  // From the root path, without a query.
  const address = readReviewAddress(path === '/' ? '' : search);
  preloadRequest(here, drafts, queuePageQuery(address, 1));
}

// Warms up Intl: the first DateTimeFormat takes a browser as long as rendering the whole list, and it is idle now.
new Intl.DateTimeFormat(navigator.language, { timeStyle: 'medium' }).format();

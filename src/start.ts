import { drafts } from '#contract/drafts.ts';
import { connection } from './api/connection.ts';
import { askEarly } from './api/early-request.ts';
import { queuePage } from './features/review/queue/queue-pages.ts';
import { readReviewAddress } from './features/review/review-query.ts';
import { openAddress } from './lib/place.ts';
import { applySettings } from './lib/settings.ts';
import { paths } from './paths.ts';
import { draftsSearch } from './records/drafts/drafts-search.ts';

/**
 * Comes before the rest of the program, in a file of its own: the page has its colours and its outline with its first
 * paint, and what the review queue shows is asked for while the code that shows it is on its way.
 */
applySettings();

const here = connection.get();
const { pathname: path, search } = openAddress();
if (here && path !== paths.wall()) document.documentElement.dataset.shell = '';
const isReview = path === '/' || path === paths.review() || path.startsWith(`${paths.review()}/`);
if (here && isReview) {
  // From the bare address one goes on to the queue without a query.
  const address = readReviewAddress(path === '/' ? '' : search);
  askEarly(here, `/${drafts.type}`, draftsSearch(queuePage(address, 1)));
}

// The first of its kind takes a browser as long as the whole list takes to draw, and now it has nothing else to do.
new Intl.DateTimeFormat(navigator.language, { timeStyle: 'medium' }).format();

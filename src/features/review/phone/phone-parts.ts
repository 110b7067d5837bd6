import { DraftSwipe } from './draft-swipe.tsx';
import { PhoneHeader } from './phone-header.tsx';
import { RowSelecting } from './row-selecting.tsx';

/** Parts of the page for fingers and narrow windows. In one chunk, because many small ones take longer. */
export const phoneParts = { DraftSwipe, PhoneHeader, RowSelecting };

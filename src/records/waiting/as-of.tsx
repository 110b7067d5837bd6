import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { asOfWords } from '../conversation/calendar-words.ts';
import { waitingRoomsQuery } from './waiting-rooms-query.ts';

/** Time of the last poll. A component of its own, so that a poll without changes re-renders only this text. */
export function AsOf() {
  const { dataUpdatedAt } = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['dataUpdatedAt'] });
  const time = asOfWords(dataUpdatedAt);
  return <span data-as-of={dataUpdatedAt}>{dataUpdatedAt > 0 && t`as of ${time}`}</span>;
}

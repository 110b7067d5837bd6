import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { asOfWords } from '../conversation/calendar-words.ts';
import { waitingRoomsQuery } from './waiting-rooms-query.ts';

/** When the rooms that wait were last read. All that a reading without news changes on the page is this text. */
export function AsOf() {
  const { dataUpdatedAt } = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['dataUpdatedAt'] });
  const time = asOfWords(dataUpdatedAt);
  return <span data-as-of={dataUpdatedAt}>{dataUpdatedAt > 0 && t`as of ${time}`}</span>;
}

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { suggestions } from '#contract/suggestions.ts';
import { listQuery } from '#src/api/queries.ts';
import { paths } from '#src/paths.ts';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { FactSection } from '../facts/fact-section.tsx';

const MOST_SHOWN = 5;
const FRESH_MS = 5 * 60_000;

/** The suggestions prepared for a room. Renders nothing if there are none or they cannot be read. */
export function RoomSuggestions({ roomId }: { roomId: string }) {
  const { data } = useQuery({ ...listQuery(suggestions, { filter: { room_id: roomId } }), staleTime: FRESH_MS });
  // A service that ignores the filter also returns those of other rooms.
  const rows = (data?.rows ?? []).filter(({ one }) => (one.room?.id ?? roomId) === roomId);
  const texts = rows.map(({ id, suggestion_messages_data: messages }) => ({
    id,
    text: messages.map(({ content }) => content).join('\n'),
  }));
  if (texts.length === 0) return null;
  return (
    <FactSection title={<Trans>Suggestions for this room</Trans>}>
      <ul className="flex flex-col">
        {texts.slice(0, MOST_SHOWN).map(({ id, text }) => (
          <li key={id} className="border-line border-t py-1.5">
            <Link to={paths.suggestion(id)} className="flex hover:underline">
              <Truncated text={text} lines={3} className="wrap-anywhere whitespace-pre-wrap" />
            </Link>
          </li>
        ))}
      </ul>
      {texts.length > MOST_SHOWN && (
        <Link to={paths.suggestions({ filter: { room_id: roomId } })} className="text-link text-sm hover:underline">
          <Trans>View all</Trans>
        </Link>
      )}
    </FactSection>
  );
}

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { suggestions } from '#contract/suggestions.ts';
import { listQuery } from '#src/api/queries.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { paths } from '#src/paths.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { RoomSection } from './room-section.tsx';

/** Prepared messages of a room. */
export function RoomSuggestions({ roomId }: { roomId: string }) {
  const sentence = useErrorSentence();
  const filter = { room_id: roomId };
  const { data, error } = useQuery(listQuery(suggestions, { filter }));
  return (
    <RoomSection
      title={<Trans>Suggestions</Trans>}
      aside={
        <Link to={paths.suggestions({ filter })} className="text-link text-sm hover:underline">
          <Trans>All of this room</Trans>
        </Link>
      }
    >
      {data ? (
        <ul className="flex flex-col gap-2">
          {data.rows.map((suggestion) => (
            <li key={suggestion.id}>
              <Link
                to={paths.suggestion(suggestion.id)}
                className="flex flex-col gap-1 rounded-box border border-line px-3 py-2 hover:bg-hover"
              >
                {suggestion.suggestion_messages_data.map((message, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id; their order is their identity.
                  <span key={index} dir="auto" className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">
                    {message.content}
                  </span>
                ))}
              </Link>
            </li>
          ))}
          {data.rows.length === 0 && (
            <li className="text-muted">
              <Trans>There are none for this room.</Trans>
            </li>
          )}
        </ul>
      ) : error ? (
        <p className="text-muted">{sentence(error)}</p>
      ) : (
        <Skeleton className="w-40" />
      )}
    </RoomSection>
  );
}

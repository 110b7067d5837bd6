import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { listQuery } from '#src/api/queries.ts';
import { RawRecord } from '#src/domain/conversation/message.tsx';
import { type Room, roomKind } from '#src/domain/rooms/room-name.ts';
import { ClientName, PageLink, roomLanguage, roomPage, useRoomClient } from '#src/domain/rooms/room-visitor.tsx';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { startCase } from '#src/lib/start-case.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { paths } from '#src/paths.ts';
import { Skeleton } from '#src/ui/feedback/placeholder.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { roomFlags } from './room-columns.tsx';

/** Room details: visitor first, attributes unknown to the contract last and unformatted. */
export function RoomFacts({ room }: { room: Room }) {
  const { t } = useLingui();
  const isStarred = useStarred(room.id);
  const client = useRoomClient(room);
  const page = roomPage(room);
  const language = roomLanguage(room);
  const flags = [...roomFlags(room), ...(isStarred ? [t`Starred`] : [])];
  const facts: { name: string; value: ReactNode }[] = [
    ...(client ? [{ name: t`Client`, value: <ClientName {...client} /> }] : []),
    ...(page ? [{ name: t`Page`, value: <PageLink {...page} /> }] : []),
    ...(language ? [{ name: t`Language`, value: <bdi>{language}</bdi> }] : []),
    { name: t`Type`, value: roomKind(room.kind) },
    ...(flags.length > 0 ? [{ name: t`Flags`, value: formatList(flags) }] : []),
    { name: t`Created`, value: room.created_at_unix ? <RelativeTime unix={room.created_at_unix} /> : room.created_at },
    { name: t`Code`, value: <bdi className="font-mono text-sm">{room.room_code}</bdi> },
  ];
  if (room.description) {
    facts.push({
      name: t`Description`,
      value: (
        <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {room.description}
        </span>
      ),
    });
  }
  const settings = Object.entries(room.settings).filter((entry) => isPlain(entry) && !SHOWN_ABOVE.includes(entry[0]));
  for (const [name, value] of [...settings, ...Object.entries(room.more)]) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    facts.push({ name: startCase(name), value: <bdi className="wrap-anywhere">{text}</bdi> });
  }
  return (
    <RoomSection title={<Trans>Details</Trans>}>
      <KeyValueList facts={facts} />
      <div className="mt-2">
        <RawRecord label={t`Settings`} value={room.settings} />
      </div>
    </RoomSection>
  );
}

/** Settings about the visitor. */
const SHOWN_ABOVE = ['client', 'page_url', 'page', 'language', 'locale'];

/** Scalar settings are shown as facts, objects as JSON. */
const isPlain = ([, value]: [string, unknown]) => typeof value !== 'object';

/** Whether the current user is known to have starred the room. */
function useStarred(roomId: string): boolean {
  const isSupported = !useUnsupportedFilters(rooms).includes('starred');
  const ask = (starred: string) => ({ ...listQuery(rooms, { filter: { id: roomId, starred } }), retry: false });
  const { data: starred } = useQuery({ ...ask('1'), enabled: isSupported });
  const isListed = isSupported && starred?.rows.length === 1 && starred.rows[0]?.id === roomId;
  // A service that ignores the filter lists the room either way.
  const { data: others } = useQuery({ ...ask('0'), enabled: isListed });
  return isListed && others?.rows.length === 0;
}

export function RoomSuggestions({ roomId }: { roomId: string }) {
  const { t } = useLingui();
  const filter = { room_id: roomId };
  const { data, error } = useQuery(listQuery(suggestions, { filter }));
  // A service that ignores the filter also returns those of other rooms.
  const rows = data?.rows.filter(({ one }) => (one.room?.id ?? roomId) === roomId);
  return (
    <RoomSection
      title={<Trans>Suggestions</Trans>}
      aside={
        <Link to={paths.suggestions({ filter })} className="text-link text-sm hover:underline">
          <Trans>View all</Trans>
        </Link>
      }
    >
      {rows ? (
        <ul className="flex flex-col gap-2">
          {rows.map((suggestion) => (
            <li key={suggestion.id}>
              <Link
                to={paths.suggestion(suggestion.id)}
                className="flex flex-col gap-1 rounded-box border border-line px-3 py-2 hover:bg-hover"
              >
                {keyedByIndex(suggestion.suggestion_messages_data).map(({ key, item }) => (
                  <span key={key} dir="auto" className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">
                    {item.content}
                  </span>
                ))}
              </Link>
            </li>
          ))}
          {rows.length === 0 && <li className="text-muted">{t`No suggestions for this room`}</li>}
        </ul>
      ) : error ? (
        <p className="text-muted">{errorMessage(error)}</p>
      ) : (
        <Skeleton className="w-40" />
      )}
    </RoomSection>
  );
}

export function RoomSection({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col pb-3">
      <div className="flex h-10 items-center justify-between gap-2 px-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      <div className="px-4">{children}</div>
    </section>
  );
}

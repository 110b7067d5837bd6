import { Link } from 'react-router';
import { paths } from '#src/paths.ts';

/** The name of a room within a sentence, as a link where the tenant tells which one it is. */
export function RoomPlace({ id, name }: { id: string | undefined; name: string }) {
  if (id === undefined) return <span>{name}</span>;
  return (
    <Link
      to={paths.room(id)}
      dir="auto"
      className="text-link underline decoration-current/40 underline-offset-2 hover:decoration-current"
    >
      {name}
    </Link>
  );
}

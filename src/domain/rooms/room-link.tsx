import { Link } from 'react-router';
import { paths } from '#src/paths.ts';

/** A room's name inline, as a link if its id is known. */
export function RoomLink({ id, name }: { id: string | undefined; name: string }) {
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

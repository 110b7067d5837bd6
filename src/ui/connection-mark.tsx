import { classNames } from './class-names.ts';

/** A colour of the palette, or a workspace's own, such as `#0f766e`. */
type ConnectionColour = 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'grey' | `#${string}`;

/** Style that makes a connection's colour the background: white text is legible on it, and it stands out on any page. */
export const connectionBackground = (colour: ConnectionColour) => ({
  background: colour.startsWith('#') ? colour : `var(--color-connection-${colour})`,
});

/** A connection's initial in its colour, shown beside its name. */
export function ConnectionMark({
  name,
  colour,
  className,
}: {
  name: string;
  colour: ConnectionColour;
  className?: string;
}) {
  const [letter = ''] = name;
  return (
    <span
      aria-hidden="true"
      style={connectionBackground(colour)}
      className={classNames(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-[4px] font-semibold text-on-accent text-sm',
        className,
      )}
    >
      {letter.toLocaleUpperCase()}
    </span>
  );
}

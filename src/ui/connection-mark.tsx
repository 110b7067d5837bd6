import { classNames } from './class-names.ts';

const grounds: Readonly<Record<string, string>> = {
  blue: 'bg-connection-blue',
  green: 'bg-connection-green',
  amber: 'bg-connection-amber',
  red: 'bg-connection-red',
  violet: 'bg-connection-violet',
  grey: 'bg-connection-grey',
};

/** A colour of the palette, or a workspace's own, such as `#0f766e`. */
export type ConnectionColour = 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'grey' | `#${string}`;

/** Props that make a connection's colour the background: white text is legible on it, and it stands out on any page. */
export function connectionGround(colour: ConnectionColour, className?: string) {
  const ground = grounds[colour];
  return { className: classNames(className, ground), style: ground ? undefined : { background: colour } };
}

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
      {...connectionGround(
        colour,
        classNames(
          'inline-flex size-5 shrink-0 items-center justify-center rounded-[4px] font-semibold text-on-accent text-sm',
          className,
        ),
      )}
    >
      {letter.toLocaleUpperCase()}
    </span>
  );
}

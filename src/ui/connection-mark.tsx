import { classNames } from './class-names.ts';

const grounds = {
  blue: 'bg-connection-blue',
  green: 'bg-connection-green',
  amber: 'bg-connection-amber',
  red: 'bg-connection-red',
  violet: 'bg-connection-violet',
  grey: 'bg-connection-grey',
};

export type ConnectionColour = keyof typeof grounds;

/** Background class of a connection's colour: white text is legible on it, and it stands out from any background. */
export const connectionGround = (colour: ConnectionColour): string => grounds[colour];

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
      className={classNames(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-[4px] font-semibold text-on-accent text-sm',
        grounds[colour],
        className,
      )}
    >
      {letter.toLocaleUpperCase()}
    </span>
  );
}

import { type ReactNode, useId } from 'react';
import { classNames } from '#src/ui/class-names.ts';

interface Segment<V extends string> {
  value: V;
  label: ReactNode;
}

/** In forced colours all segments have a border, so only a background marks the chosen one. */
const chosenInForcedColours =
  'forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none';

export interface SegmentedControlProps<V extends string> {
  label: string;
  value: V;
  segments: readonly Segment<V>[];
  onChange: (value: V) => void;
  className?: string;
}

/** A choice of two to five short options, all visible; a radio group to keyboard and screen readers. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { label, value, segments, onChange, className } = props;
  const name = useId();
  return (
    <fieldset
      aria-label={label}
      className={classNames('inline-flex rounded-box border border-edge/60 bg-canvas p-px', className)}
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={`relative flex h-[calc(var(--spacing-control)-4px)] items-center rounded-[5px] border border-transparent px-2.5 text-muted hover:text-ink has-checked:border-line has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ring ${chosenInForcedColours}`}
        >
          <input
            type="radio"
            name={name}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 appearance-none opacity-0"
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}

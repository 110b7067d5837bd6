import type { ComponentProps } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { useFieldWiring } from './input.tsx';

const growsByItself = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false;

/** A multi-line text field that grows with its text, between `rows` and two thirds of the window. */
export function Textarea({ rows = 3, className, onInput, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      // `:placeholder-shown`, by which the style sheet detects an empty field, needs a placeholder.
      placeholder=" "
      {...useFieldWiring()}
      {...rest}
      rows={rows}
      // `field-sizing: content` ignores `rows`.
      style={{ minBlockSize: `calc(${rows}lh + 0.875rem)` }}
      onInput={(event) => {
        if (!growsByItself) fitToText(event.currentTarget);
        onInput?.(event);
      }}
      className={classNames('control field-sizing-content h-auto max-h-[66vh] resize-y py-1.5', className)}
    />
  );
}

function fitToText(area: HTMLTextAreaElement) {
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight + 2}px`;
}

import { classNames } from '#src/ui/class-names.ts';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';

/** Preformatted text. It scrolls, by keyboard too, instead of wrapping. */
export function CodeBlock({ label, code, className }: { label: string; code: string; className?: string }) {
  return (
    <ScrollRegion
      aria-label={label}
      className={classNames('ring-inside overflow-auto rounded-box border border-line bg-canvas', className)}
    >
      <pre dir="ltr" className="w-max min-w-full p-3 font-mono text-sm leading-5">
        <code>{code}</code>
      </pre>
    </ScrollRegion>
  );
}

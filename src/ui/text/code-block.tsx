import { classNames } from '#src/ui/class-names.ts';

/** Preformatted text. It scrolls, by keyboard too, instead of wrapping. */
export function CodeBlock({ label, code, className }: { label: string; code: string; className?: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be keyboard accessible (WCAG 2.1.1).
      tabIndex={0}
      className={classNames('ring-inside overflow-auto rounded-box border border-line bg-canvas', className)}
    >
      <pre dir="ltr" className="w-max min-w-full p-3 font-mono text-sm leading-5">
        <code>{code}</code>
      </pre>
    </section>
  );
}

import { classNames } from './class-names.ts';

/** Text to be read as it is, letter by letter. It scrolls, by keyboard too, instead of breaking lines. */
export function CodeBlock({ label, code, className }: { label: string; code: string; className?: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className={classNames('ring-inside overflow-auto rounded-box border border-line bg-canvas', className)}
    >
      <pre dir="ltr" className="w-max min-w-full p-3 font-mono text-sm leading-5">
        <code>{code}</code>
      </pre>
    </section>
  );
}

import { CodeBlock } from '#src/ui/code-block.tsx';

/** A value of unknown shape as JSON, collapsed by default. */
export function RawRecord({ label, value }: { label: string; value: unknown }) {
  return (
    <details className="w-full">
      <summary className="text-muted hover:text-ink">{label}</summary>
      <CodeBlock label={label} code={JSON.stringify(value, null, 2) ?? ''} className="mt-1 max-h-80" />
    </details>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { jsonText } from '#src/lib/json.ts';
import { startCase } from '#src/lib/start-case.ts';

/** Undocumented attributes of a record, raw and collapsed; nothing if there are none. */
export function MoreFields({ more }: { more: Readonly<Record<string, unknown>> }) {
  const { i18n } = useLingui();
  const fields = Object.entries(more);
  if (fields.length === 0) return null;
  return (
    <details className="border-line border-b px-4 py-2">
      <summary className="text-muted hover:text-ink">
        <Trans>More fields</Trans> <span className="tabular-nums">({i18n.number(fields.length)})</span>
      </summary>
      <ValueList values={fields} />
    </details>
  );
}

interface ValueListProps {
  values: readonly (readonly [name: string, value: unknown])[];
  labelOf?: ((name: string) => string) | undefined;
}

/** Values of a record by attribute, as text. */
export function ValueList({ values, labelOf = startCase }: ValueListProps) {
  return (
    <dl className="mt-1 grid max-h-60 grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1 overflow-y-auto">
      {values.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">
            <bdi>{labelOf(name)}</bdi>
          </dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {jsonText(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

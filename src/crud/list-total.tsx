import { Plural, useLingui } from '@lingui/react/macro';
import type { Resource } from '#contract/resource.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import type { List } from './use-list.ts';

/** Number of matching records, as a live region; empty if the tenant does not count. */
export function ListTotal<R extends Resource>({ list: { result } }: { list: List<R> }) {
  const { i18n } = useLingui();
  const { total, isTotalMinimum } = result.data ?? {};
  return (
    <span role="status">
      {total !== undefined && (
        <>
          {i18n.number(total)}
          {isTotalMinimum && '+'}
          <VisuallyHidden>
            {' '}
            <Plural value={total} one="record" other="records" />
          </VisuallyHidden>
        </>
      )}
    </span>
  );
}

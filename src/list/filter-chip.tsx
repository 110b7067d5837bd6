import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Filter, Resource } from '#contract/resource.ts';
import { queryKeys } from '#src/api/query-client.ts';
import { Chip } from '#src/ui/badge.tsx';
import { type AnyFilterSpec, useFilterWords } from './filter-spec.ts';
import { isYes, isYesNo } from './read-list-query.ts';
import { parseQuotedCell } from './text-filter.tsx';

interface FilterChipProps {
  resource: Resource;
  spec: AnyFilterSpec;
  filter: Filter;
  value: string;
  onRemove: () => void;
}

/** An active filter in words, with a remove button. */
export function FilterChip({ resource, spec, filter, value, onRemove }: FilterChipProps) {
  const { t } = useLingui();
  const words = useChipWords(resource, spec, filter, value);
  return (
    <Chip removeLabel={t`Remove the filter ${words}`} onRemove={onRemove}>
      {words}
    </Chip>
  );
}

function useChipWords(resource: Resource, spec: AnyFilterSpec, filter: Filter, value: string): string {
  const { t, i18n } = useLingui();
  const { label, wordOf } = useFilterWords(spec);
  const { from } = spec;
  const picked = useQuery({
    queryKey: [...queryKeys.connection(), ...(from?.key ?? []), 'find', value],
    queryFn: async () => (await from?.find(value)) ?? null,
    enabled: from !== undefined,
  });
  if (filter.kind === 'flag') return isYes(value) ? label : t`${label}: no`;
  if (isYesNo(resource, filter)) return wordOf(String(isYes(value)));
  const shown =
    filter.kind === 'unix'
      ? i18n.date(new Date(Number(value) * 1000), { dateStyle: 'medium', timeZone: 'UTC' })
      : (picked.data?.label ?? (spec.words?.[value] ? wordOf(value) : parseQuotedCell(value)));
  return t`${label}: ${shown}`;
}

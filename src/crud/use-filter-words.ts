import { useLingui } from '@lingui/react/macro';
import type { AnyFilterSpec } from './filter-spec.ts';
import { humanise } from './humanise.ts';

/** Labels of a filter and its values. */
export function useFilterWords(spec: AnyFilterSpec): { label: string; wordOf: (value: string) => string } {
  const { t, i18n } = useLingui();
  const label = spec.label ? i18n._(spec.label) : humanise(spec.name);
  const wordOf = (value: string) => {
    const word = spec.words?.[value];
    if (word) return i18n._(word);
    if (value === 'true') return t`${label}: yes`;
    if (value === 'false') return t`${label}: no`;
    return humanise(value);
  };
  return { label, wordOf };
}

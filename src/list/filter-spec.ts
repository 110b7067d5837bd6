import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Resource } from '#contract/resource.ts';
import type { ReferenceSource } from '#src/form/fields/reference-select.tsx';
import { startCase } from '#src/lib/start-case.ts';

/** How a list page offers one filter. */
export interface AnyFilterSpec {
  name: string;
  /** Label in plain words. Default: its name. */
  label?: MessageDescriptor;
  /** Whether it is shown under "More filters". */
  isSecondary?: boolean;
  /** Whether the page can apply it by itself, so that it is offered where it is refused as well. */
  worksHere?: boolean;
  /** Labels for the values of a choice, or for `true` and `false`. */
  words?: Readonly<Record<string, MessageDescriptor>>;
  /** Picker for the records of an `id` filter; without it, their ids are typed. */
  from?: ReferenceSource;
}

/** How a list page offers one filter of its resource. */
export type FilterSpec<R extends Resource> = AnyFilterSpec & { name: keyof R['filters'] & string };

/** Every filter of the resource, labelled by its name. */
export function plainFilters(resource: Resource): AnyFilterSpec[] {
  return Object.keys(resource.filters).map((name) => ({ name, isSecondary: name === 'id' }));
}

/** Labels of a filter and its values. */
export function useFilterWords(spec: AnyFilterSpec): { label: string; wordOf: (value: string) => string } {
  const { t, i18n } = useLingui();
  const label = spec.label ? i18n._(spec.label) : startCase(spec.name);
  const wordOf = (value: string) => {
    const word = spec.words?.[value];
    if (word) return i18n._(word);
    if (value === 'true') return t`${label}: yes`;
    if (value === 'false') return t`${label}: no`;
    return startCase(value);
  };
  return { label, wordOf };
}

import type { I18n, MessageDescriptor } from '@lingui/core';
import type { Resource } from '#contract/resource.ts';
import type { ReferenceSource } from '#src/form/fields/reference-select.tsx';
import { startCase } from '#src/lib/start-case.ts';

/** How a list page offers one filter. */
export interface AnyFilterSpec {
  name: string;
  /** Label in plain words. Default: its name. */
  label?: MessageDescriptor;
  /** Labels for the values of a choice, or for `true` and `false`; the one for `''` means any value. */
  words?: Readonly<Record<string, MessageDescriptor>>;
  /** Picker for the records of an `id` filter; without it, their ids are typed. */
  from?: ReferenceSource;
  /** Flags that exclude each other, offered as one choice under this label; `name` is the first of them. */
  oneOf?: Readonly<Record<string, MessageDescriptor>>;
}

/** How a list page offers one filter of its resource. */
export type FilterSpec<R extends Resource> = AnyFilterSpec & { name: keyof R['filters'] & string };

/** Whether the list offers no filter other than `id`. */
export const hasOnlyIdFilter = (filters: readonly AnyFilterSpec[]): boolean =>
  filters.every(({ name }) => name === 'id');

/** The filters of the service that a spec sets. */
export const filterNames = ({ name, oneOf }: AnyFilterSpec): string[] => (oneOf ? Object.keys(oneOf) : [name]);

export const filterLabel = (i18n: I18n, { name, label }: AnyFilterSpec): string =>
  label ? i18n._(label) : startCase(name);

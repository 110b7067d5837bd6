import type { MessageDescriptor } from '@lingui/core';
import type { Resource } from '#contract/resource.ts';
import type { RecordChoice } from './record-choice.ts';

/** How a list page offers one filter. */
export interface AnyFilterSpec {
  name: string;
  /** Label in plain words. Default: its name. */
  label?: MessageDescriptor;
  /** Whether it is shown under "More filters". */
  isSecondary?: boolean;
  /** Labels for the values of a choice, or for `true` and `false`. */
  words?: Readonly<Record<string, MessageDescriptor>>;
  /** Picker for the records of an `id` filter; without it, their ids are typed. */
  from?: RecordChoice;
}

/** How a list page offers one filter of its resource. */
export type FilterSpec<R extends Resource> = AnyFilterSpec & { name: keyof R['filters'] & string };

/** Every filter of the resource, labelled by its name. */
export function plainFilters(resource: Resource): AnyFilterSpec[] {
  return Object.keys(resource.filters).map((name) => ({ name, isSecondary: name === 'id' }));
}

import type { MessageDescriptor } from '@lingui/core';
import type { Resource } from '#contract/resource.ts';
import type { RecordChoice } from './record-choice.ts';

/** How a list page offers one filter. */
export interface AnyFilterSpec {
  name: string;
  /** What the filter selects, in plain words; else its name. */
  label?: MessageDescriptor;
  /** Shown behind "More filters". */
  isSecondary?: boolean;
  /** What the values of a choice, or `true` and `false`, are called. */
  words?: Readonly<Record<string, MessageDescriptor>>;
  /** Where the records of an `id` filter are picked from; without it their ids are typed. */
  from?: RecordChoice;
}

/** How a list page offers one filter of its resource. */
export type FilterSpec<R extends Resource> = AnyFilterSpec & { name: keyof R['filters'] & string };

/** Every filter of the resource by its bare name. */
export function plainFilters(resource: Resource): AnyFilterSpec[] {
  return Object.keys(resource.filters).map((name) => ({ name, isSecondary: name === 'id' }));
}

import { t } from '@lingui/core/macro';
import type { Row } from '#contract/resource.ts';
import type { suggestions } from '#contract/suggestions.ts';

export type Suggestion = Row<typeof suggestions>;

/** Display name: the text of the first non-empty message. Call while rendering (uses the current locale). */
export function suggestionName({ id, suggestion_messages_data }: Suggestion): string {
  const said = suggestion_messages_data.map(({ content }) => content?.trim()).find(Boolean);
  return said || t`Suggestion ${id}`;
}

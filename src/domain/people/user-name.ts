import { t } from '@lingui/core/macro';
import type { Identifier } from '#contract/document.ts';
import { users } from '#contract/users.ts';
import { findIncluded, type Included } from '#src/api/list-page.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';

type NamedUser = { name?: string; id?: string } | null | undefined;

/** Display name of a user; a placeholder if it is not known. Call while rendering (uses the current locale). */
export const userName = (user: NamedUser): string => knownName(user) ?? t`Someone`;

/** Display name of a user among others, distinguished by id if the service sends no names. */
export const userNameOrId = (user: { name?: string; id: string }): string => knownName(user) ?? `#${user.id}`;

/** Display name of a linked user, resolved from `included` if it is there. */
export const linkedUserName = (included: Included, identifier: Identifier | null | undefined): string =>
  userName(linkedUser(included, identifier));

/** A linked user as far as known. Falls back to the signed-in user, whose own writes return no included records. */
export function linkedUser(included: Included, identifier: Identifier | null | undefined): NamedUser {
  const found = findIncluded(included, users, identifier);
  if (found || !identifier) return found;
  const me = queryClient.getQueryData<NamedUser>(queryKeys.me());
  return me?.id === identifier.id ? me : identifier;
}

/** The name of a user; undefined if it is not known. */
export const knownName = (user: NamedUser): string | undefined => user?.name || undefined;

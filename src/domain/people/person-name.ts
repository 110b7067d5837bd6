import { t } from '@lingui/core/macro';
import type { Identifier } from '#contract/document.ts';
import { users } from '#contract/users.ts';
import { findIncluded, type Included } from '#src/api/list-page.ts';

/**
 * Display name of a user: the name, else the id, else a placeholder. Call while rendering (uses the current locale).
 */
export function personName(user: { name?: string; id?: string } | null | undefined): string {
  if (user?.name) return user.name;
  const id = user?.id;
  return id ? t`User ${id}` : t`Someone`;
}

/** Display name of a linked user, resolved from `included` if it is there. */
export function linkedPersonName(included: Included, identifier: Identifier | null | undefined): string {
  return personName(findIncluded(included, users, identifier) ?? identifier);
}

import { t } from '@lingui/core/macro';
import type { Identifier } from '#contract/document.ts';
import { users } from '#contract/users.ts';
import { findIncluded, type Included } from '#src/api/read-document.ts';

/** How a person is called: by name, else by id, else as somebody. To be called while rendering. */
export function personName(user: { name?: string; id?: string } | null | undefined): string {
  if (user?.name) return user.name;
  const id = user?.id;
  return id ? t`User ${id}` : t`Somebody`;
}

/** The name of a person linked to a record, as far as the answer's `included` tells it. */
export function linkedPersonName(included: Included, identifier: Identifier | null | undefined): string {
  return personName(findIncluded(included, users, identifier) ?? identifier);
}

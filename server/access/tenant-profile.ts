import type { Kysely } from 'kysely';
import { OPERATOR, recordEvent } from '../audit/record-event.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';
import type { Tenant } from './tenant.ts';

/** How a tenant presents itself. */
export interface TenantProfile {
  title: string;
  /** Such as `#0f766e`; null if the operator has chosen none. */
  color: string | null;
}

const MAX_TITLE = 255;
const COLOR = /^#[0-9a-f]{6}$/;

/** Reads a tenant's profile. The title defaults to the tenant's name, written as words. */
export async function readTenantProfile(db: Kysely<Tables>, name: string): Promise<TenantProfile> {
  const stored = await db.selectFrom('tenant_profile').select(['title', 'color']).executeTakeFirst();
  const words = name.replaceAll('_', ' ');
  return { title: stored?.title ?? words.charAt(0).toUpperCase() + words.slice(1), color: stored?.color ?? null };
}

/** Changes the given fields of a tenant's profile; null removes the colour. Throws for an invalid title or colour. */
export async function changeTenantProfile({ db }: Tenant, given: Partial<TenantProfile>): Promise<void> {
  const profile = { ...given, ...(given.color != null && { color: given.color.toLowerCase() }) };
  if (profile.title !== undefined && (profile.title.trim() === '' || profile.title.length > MAX_TITLE)) {
    throw new Error(`A title must have 1 to ${MAX_TITLE} characters.`);
  }
  if (profile.color != null && !COLOR.test(profile.color)) {
    throw new Error(`"${profile.color}" is not a color such as #0f766e.`);
  }
  await transact(db, async (to) => {
    const before = await to.selectFrom('tenant_profile').select(['title', 'color']).executeTakeFirst();
    await to
      .insertInto('tenant_profile')
      .values({ id: 1, ...profile })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(profile))
      .execute();
    await recordEvent(to, { actor: OPERATOR, action: 'update', recordType: 'tenant_profile', before, after: profile });
  });
}

import { openTenants } from '#server/access/tenants.ts';
import { aRoom, aToken, aUser } from './builders.ts';
import { LONG_TIMEOUT_MS } from './long-timeout.ts';

/** A tenant that a started service serves at its address. */
export interface StoredTenant {
  /** Of the only user, an admin. */
  token: string;
  userId: number;
  /** The only room. */
  roomId: number;
}

/** Adds a tenant without demo data to a folder or database. */
export async function addTenant(place: string, name = 'harbor'): Promise<StoredTenant> {
  const tenants = await openTenants(place, LONG_TIMEOUT_MS);
  const { db } = await tenants.add(name, ['127.0.0.1']);
  const { id: userId } = await aUser(db);
  const stored = { userId, token: await aToken(db, userId), roomId: (await aRoom(db)).id };
  await tenants.close();
  return stored;
}

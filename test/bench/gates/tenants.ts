import { openTenants } from '#server/access/tenants.ts';
import { mintToken } from '#server/access/tokens.ts';
import { DEADLINE_MS, NO_DEADLINE } from '#server/db/deadlines.ts';
import type { Engine } from '../service/engine.ts';
import type { Target } from '../service/latency.ts';
import { makeData } from '../service/make-data.ts';
import type { People } from '../service/requests.ts';
import { DRAFTS_PER_ROOM } from '../service/size.ts';

/** Of the small tenant, unless the large one has fewer. */
export const SMALL_DRAFTS = 10_000;
const ROOM = 1;
/** Users of both tenants by their role in the requests. */
export const PEOPLE: People = { caller: 3, busy: 2 };

/** A caller of a tenant, with the tenant's host name. The origin is known once a service has started. */
export type Caller = Omit<Target, 'origin'> & { host: string };

/** Two tenants of one service: a large one that is attacked, and a small one beside it. */
export interface Neighbours {
  dataDir: string;
  settings: Record<string, string>;
  agent: Caller;
  smallAgent: Caller;
  guest: Caller;
  /** Reviewers, who may read everything that is measured. */
  large: Caller;
  small: Caller;
  guestRoomId: number;
}

/** Fills both tenants. */
export async function makeNeighbours(engine: Engine, drafts: number, nowUnix: number): Promise<Neighbours> {
  const { place, dataDir, settings } = engine.place('gates');
  const tenants = await openTenants(place, NO_DEADLINE);
  const make = async (name: string, ownDrafts: number) => {
    const host = `${name}.test`;
    const tenant = await tenants.add(name, [host]);
    await makeData(tenant, { rooms: Math.ceil(ownDrafts / DRAFTS_PER_ROOM) }, nowUnix);
    const mint = async (role: 'agent' | 'guest' | 'reviewer'): Promise<Caller> => ({
      host,
      token: await mintToken(tenant.db, {
        userId: PEOPLE.caller,
        role,
        roomId: role === 'guest' ? ROOM : null,
        expiresAtUnix: null,
      }),
    });
    return { reviewer: await mint('reviewer'), agent: await mint('agent'), guest: await mint('guest') };
  };
  try {
    const small = await make('small', Math.min(SMALL_DRAFTS, drafts));
    const large = await make('large', drafts);
    return {
      dataDir,
      // The default deadline, because the results depend on it.
      settings: { DEMO: '0', LOG_LEVEL: 'fatal', QUERY_DEADLINE_MS: String(DEADLINE_MS), ...settings },
      agent: large.agent,
      smallAgent: small.agent,
      guest: large.guest,
      large: large.reviewer,
      small: small.reviewer,
      guestRoomId: ROOM,
    };
  } finally {
    await tenants.close();
  }
}

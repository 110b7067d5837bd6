import { createCode } from '../access/sign-in-codes.ts';
import type { Tenants } from '../access/tenant.ts';
import type { DemoSignIn } from './demo-sign-ins.ts';

/** Creates a one-time sign-in link for each demo user. `ownHost` and `port` are where the service answers. */
export async function demoLinks(
  tenants: Tenants,
  people: readonly DemoSignIn[],
  { ownHost, port }: { ownHost: string; port: number | undefined },
): Promise<string[]> {
  const lines: string[] = [];
  for (const { tenant: name, host, role, user_id, name: person } of people) {
    const tenant = await tenants.byName(name);
    if (!tenant || role === 'guest') continue;
    // The first demo tenant answers on every loopback name, the others only on their own host.
    const origin = `http://${host === '127.0.0.1' ? ownHost : host}:${port}`;
    const code = await createCode(tenant.db, { userId: Number(user_id), role });
    lines.push(`  ${name.padEnd(8)}${role.padEnd(12)}${person.padEnd(20)}${origin}/connect#code=${code}`);
  }
  return lines;
}

/** Formats a listening host for a URL. Replaces a wildcard address by the loopback address. */
export function linkHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

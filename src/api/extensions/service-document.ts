import { queryOptions } from '@tanstack/react-query';
import { asRecord, isText } from '#src/lib/json.ts';
import { changeConnection, connection, isOwnServer } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { isRefused } from '../me-query.ts';
import { queryKeys } from '../query-client.ts';
import { request } from '../request.ts';
import { type Colour, findSavedConnection } from '../sign-in/connection-store.ts';

/** What a service says about itself, its tenant and the caller. Source: `GET /rapi/v1` of our own service. */
export interface ServiceDocument {
  /** `color` is hexadecimal, such as `#0f766e`. */
  tenant: { title: string; color: string | undefined };
  /** `role` is `agent`, `reviewer`, `supervisor` or `admin`. */
  caller: { id: string; name: string; role: string };
  /** Supported extensions of the documented interface, by name. Never use one that is not listed. */
  extensions: Record<string, unknown>;
}

/** The service document; null if the server has none, as is the case for all but our own. */
export function serviceDocumentQuery() {
  return queryOptions({
    queryKey: [...queryKeys.connection(), 'service'],
    // Ignores the abort signal: lists wait for the answer, and would treat an abort as "no service document".
    queryFn: async (): Promise<ServiceDocument | null> => {
      try {
        return parseServiceDocument((await request({ path: '' })).body);
      } catch (error) {
        // Servers without a service document refuse in various ways. Caching null avoids asking again.
        if (error instanceof ApiError && (isRefused(error) || isUnreadable(error))) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A cross-origin server may omit CORS headers on unknown paths, which then look like network errors. */
function isUnreadable({ kind }: ApiError): boolean {
  const current = connection.get();
  return kind === 'unreachable' && current !== undefined && !isOwnServer(current);
}

/** Saves the service's title, colour and role with its connection. Keeps a name or colour chosen by the user. */
export function rememberService(key: string, { tenant, caller }: ServiceDocument): void {
  const saved = findSavedConnection(key);
  if (!saved) return;
  const ownColour = tenant.color === undefined ? undefined : legibleColour(tenant.color);
  const isNamed = saved.name !== saved.title && saved.name !== new URL(key).hostname;
  const isColoured = saved.ownColour !== undefined && saved.colour !== saved.ownColour;
  const next = {
    name: isNamed ? saved.name : tenant.title,
    colour: isColoured ? saved.colour : (ownColour ?? saved.colour),
    title: tenant.title,
    ownColour: ownColour ?? saved.ownColour,
    role: caller.role,
  };
  if (JSON.stringify({ ...saved, ...next }) !== JSON.stringify(saved)) changeConnection(key, next);
}

/** Range of relative luminance in which white text is legible on a colour and the colour stands out on a dark page. */
const LUMINANCE = { least: 0.14, most: 0.178 } as const;

/** A colour such as `#0f766e`, darkened or lightened if its luminance is out of that range. */
export function legibleColour(hex: string): Colour {
  const channels = [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** GAMMA);
  const [red = 0, green = 0, blue = 0] = channels;
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const { least, most } = LUMINANCE;
  const adjusted = (channel: number) => {
    if (luminance > most) return (channel * most) / luminance;
    return luminance < least ? channel + ((1 - channel) * (least - luminance)) / (1 - luminance) : channel;
  };
  const digits = (channel: number) =>
    Math.round(adjusted(channel) ** (1 / GAMMA) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${channels.map(digits).join('')}`;
}

/** Approximates the sRGB transfer function. */
const GAMMA = 2.2;

function parseServiceDocument(body: unknown): ServiceDocument | null {
  const meta = asRecord(asRecord(body)?.meta);
  if (meta?.service !== 'countersign') return null;
  const tenant = asRecord(meta.tenant);
  const caller = asRecord(meta.caller);
  const [title, id, name, role] = [tenant?.title, caller?.id, caller?.name, caller?.role];
  if (!isText(title) || !isText(id) || !isText(name) || !isText(role)) return null;
  const color = tenant?.color;
  return {
    tenant: { title, color: isText(color) && /^#[\da-f]{6}$/.test(color) ? color : undefined },
    caller: { id, name, role },
    extensions: asRecord(meta.extensions) ?? {},
  };
}

import { queryOptions } from '@tanstack/react-query';
import { asRecord, isText } from '#src/lib/json.ts';
import { ApiError } from './errors.ts';
import { queryKeys } from './query-client.ts';
import { request } from './request.ts';

/** What a service says about itself, its tenant and the caller. Source: `GET /rapi/v1` of our own service. */
export interface ServiceDocument {
  /** `color` is hexadecimal, such as `#0f766e`. */
  tenant: { title: string; color: string | undefined };
  /** `role` is `agent`, `reviewer`, `supervisor` or `admin`. */
  caller: { id: string; name: string; role: string };
  /** What it offers beyond the documented interface, by name. Use none that is not named here. */
  extensions: Record<string, unknown>;
}

/** The service document; null if the server has none, as is the case for all but our own. */
export function serviceDocumentQuery() {
  return queryOptions({
    queryKey: [...queryKeys.connection(), 'service'],
    queryFn: async ({ signal }): Promise<ServiceDocument | null> => {
      try {
        return parseServiceDocument((await request({ path: '', signal })).body);
      } catch (error) {
        // Whatever a server without one answers: it is not asked again.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

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

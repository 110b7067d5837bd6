import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  endSession,
  endSessionById,
  exchangeCode,
  findSessionHolder,
  listSessions,
  startSession,
  type ValidSession,
} from '../access/sessions.ts';
import { findCodeHolder } from '../access/sign-in-codes.ts';
import { type AuthenticationOptions, requireIdentity } from '../http/authenticate.ts';
import { requireAllowedIp, validateTarget } from '../http/request-checks.ts';
import { problem, unknownUrl } from '../jsonapi/document/problem.ts';
import { deadlineAfter } from '../jsonapi/request/deadline.ts';
import { type RequestLimits, rateLimitSubject } from '../limits/request-limits.ts';
import { SESSION_SECONDS } from './seal.ts';

/** A request about the caller's own sessions. */
interface OwnRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  token: string;
}

/** Sessions in the tenants' databases, where they can be listed and ended. Methods reject requests as the API does. */
export interface StoredSessions {
  /**
   * Returns the token of a new session for the holder of a token, which the API has just accepted. Ends the session of
   * the token `replaced`.
   */
  start(request: FastifyRequest, token: string, replaced?: string): Promise<string>;
  /** The same for a one-time code. */
  exchange(request: FastifyRequest, code: string, replaced?: string): Promise<string>;
  /** Ends a session, even beyond the rate limits. */
  end(request: FastifyRequest, token: string): Promise<void>;
  endById(own: OwnRequest, id: number): Promise<void>;
  list(own: OwnRequest): Promise<ValidSession[]>;
}

type SessionOptions = Pick<AuthenticationOptions, 'tenants' | 'findIdentity' | 'isAllowedAddress' | 'deadlineMs'>;

export function storedSessions(
  { tenants, findIdentity, isAllowedAddress, deadlineMs }: SessionOptions,
  limits: RequestLimits,
): StoredSessions {
  const withDeadline = deadlineAfter(deadlineMs);
  const tenantOf = async (request: FastifyRequest) => {
    const tenant = await tenants.byHost(validateTarget(request).name, () => limits.checkUnknownHost(request));
    if (!tenant) throw unknownUrl();
    requireAllowedIp(request, isAllowedAddress);
    return tenant;
  };
  const callerOf = async ({ request, reply, token }: OwnRequest) => {
    const tenant = await tenantOf(request);
    const { caller } = await requireIdentity(request, tenant, token, { findIdentity }, limits);
    await limits.checkCaller(request, reply, rateLimitSubject(tenant, caller), token);
    return { db: tenant.db, caller };
  };
  return {
    start: async (request, token, replaced) => {
      const tenant = await tenantOf(request);
      const caller = (await findIdentity(tenant, token))?.caller;
      if (!caller) throw refused(NO_LONGER_VALID);
      await limits.checkWrite(request, rateLimitSubject(tenant, caller));
      const start = { seconds: SESSION_SECONDS, requestId: request.id, replaced };
      const session = await withDeadline(request, caller, undefined, () => startSession(tenant.db, token, start));
      if (session === undefined) throw refused(NO_LONGER_VALID);
      return session;
    },
    exchange: async (request, code, replaced) => {
      const { db } = await tenantOf(request);
      limits.refuseExceeded(request);
      await limits.checkAddress(request);
      // A read comes first, so that guesses neither wait for SQLite's only writer nor occupy it.
      const holder = await findCodeHolder(db, code);
      const start = { seconds: SESSION_SECONDS, requestId: request.id, replaced };
      const session = holder && (await withDeadline(request, holder, undefined, () => exchangeCode(db, code, start)));
      if (session !== undefined) return session;
      await limits.countFailure(request);
      throw refused('This sign-in link has expired or was already used.');
    },
    end: async (request, token) => {
      const { db } = await tenantOf(request);
      // A read comes first, so that requests without a session do not occupy SQLite's only writer.
      const holder = await findSessionHolder(db, token);
      const isEnded =
        holder && (await withDeadline(request, holder, undefined, () => endSession(db, token, request.id)));
      // Limiting a sign-out would leave the session valid. A session ends once, so only other requests need a limit.
      if (!isEnded) await limits.checkAddress(request);
    },
    endById: async (own, id) => {
      const { db, caller } = await callerOf(own);
      const end = () => endSessionById(db, id, { ...caller, requestId: own.request.id });
      const isEnded = Number.isSafeInteger(id) && (await withDeadline(own.request, caller, undefined, end));
      if (!isEnded) throw unknownUrl();
    },
    list: async (own) => {
      const { db, caller } = await callerOf(own);
      const list = () => listSessions(db, caller.userId, own.token);
      return withDeadline(own.request, caller, own.reply.raw, list);
    },
  };
}

const NO_LONGER_VALID = 'The token has expired or was revoked.';
const refused = (detail: string) => problem(401, '401', detail);

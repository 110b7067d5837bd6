/** Maximum numbers of requests per time window. */
export interface RateLimits {
  /** Per member of staff, within `WINDOW_MS`. */
  staff: number;
  /** Per visitor, within `WINDOW_MS`. */
  guest: number;
  /** Writes per caller, within `WRITE_WINDOW_MS`. */
  writes: number;
  /** Rejected tokens per address, within `SIGN_IN_WINDOW_MS`. */
  failed: number;
}

export const WINDOW_MS = 10_000;
export const WRITE_WINDOW_MS = 60_000;
export const SIGN_IN_WINDOW_MS = 300_000;
/** Multiples of the staff limit for an address, which an office shares, and for a tenant. */
export const ADDRESS_FACTOR = 3;
export const TENANT_FACTOR = 6;

/** Requests that may run at once, in each process. */
export const RUNNING = { staff: 60, guest: 8, address: 200, tenant: 400 };

/** The writes of a minute suffice to import a thousand keywords, and exceed what a person can type and decide. */
export const DEFAULT_RATE_LIMITS: RateLimits = { staff: 3_000, guest: 100, writes: 1_500, failed: 30 };

const ITEM = /^(staff|guest|writes|failed)=([1-9]\d{0,6})$/;

/**
 * Parses a comma-separated list such as `staff=1000,guest=50,failed=10`, in which omitted figures keep their defaults.
 * Returns undefined for `off`. Throws for anything else.
 */
export function parseRateLimits(text: string): RateLimits | undefined {
  if (text === 'off') return undefined;
  const limits = { ...DEFAULT_RATE_LIMITS };
  for (const item of text.split(',')) {
    const [, name, figure] = ITEM.exec(item) ?? [];
    if (name !== 'staff' && name !== 'guest' && name !== 'writes' && name !== 'failed') {
      throw new Error('must be off, or figures such as staff=3000,guest=100,writes=1500,failed=30');
    }
    limits[name] = Number(figure);
  }
  return limits;
}

/** How many requests are answered. */
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
/** An office shares an address, and a tenant has many people: they get more than one of them alone. */
export const ADDRESS_FACTOR = 3;
export const TENANT_FACTOR = 6;

/** Requests that may run at once, in each process. */
export const RUNNING = { staff: 60, guest: 8, address: 200, tenant: 400 };

/** An import of a thousand keywords fits into the writes of a minute, and so does all that a person types and decides. */
export const DEFAULT_RATE_LIMITS: RateLimits = { staff: 3_000, guest: 100, writes: 1_500, failed: 30 };

const ITEM = /^(staff|guest|writes|failed)=([1-9]\d{0,6})$/;

/**
 * Parses `off`, which is undefined, or a comma-separated list such as `staff=1000,guest=50,failed=10`, in which the
 * figures left out keep their defaults.
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

import { randomBytes } from 'node:crypto';
import { makeSeal, type Seal } from './seal.ts';
import { keepSessionKey } from './session-key.ts';

/**
 * The seal of the session cookies, by the key that was given or is kept in the data folder. Where neither can be, by
 * one for this process alone, and `fault` says what that means.
 */
export function openSeal(env: { sessionKey: Buffer | undefined; dataDir: string }): { seal: Seal; fault?: string } {
  try {
    return { seal: makeSeal(env.sessionKey ?? keepSessionKey(env.dataDir)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const fault = `Sessions end with this process: their key cannot be kept (${reason}). Set SESSION_KEY.`;
    return { seal: makeSeal(randomBytes(32)), fault };
  }
}

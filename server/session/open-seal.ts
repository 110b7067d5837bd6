import { randomBytes } from 'node:crypto';
import { makeSeal, type Seal } from './seal.ts';
import { keepSessionKey } from './session-key.ts';

/**
 * Creates the session seal from the configured key or the one stored in the data folder. If neither works, uses a
 * random key for this process and describes the consequence in `fault`.
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

import { createHmac, hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { LRUCache } from 'lru-cache';

/** Lifetime of a session. */
export const SESSION_SECONDS = 7 * 24 * 3_600;

/** Encrypts session tokens with one key, and decrypts those of older keys as well. */
export interface Seal {
  /** A key fingerprint of eight characters for cookie names; reveals nothing about the key. */
  fingerprint: string;
  /** The fingerprints of all keys, the newest first. */
  fingerprints: readonly string[];
  seal(token: string): Promise<string>;
  /** Returns the token; undefined if the text is expired, was tampered with, or was sealed with another key. */
  unseal(text: string): Promise<string | undefined>;
}

const MAX_CACHED = 1_000;
const MAX_LENGTH = 4_096;
const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;
const ALLOWED = {
  keyManagementAlgorithms: [HEADER.alg],
  contentEncryptionAlgorithms: [HEADER.enc],
  requiredClaims: ['exp', 'token'],
};

/**
 * Creates a seal with AES-256-GCM from at least 32 secret bytes; `older` keys only decrypt. Decrypted tokens are kept
 * in an LRU cache, because decrypting one takes as long as a 304.
 */
export function createSeal(secret: Uint8Array, ...older: readonly Uint8Array[]): Seal {
  const key = deriveKey(secret);
  const keys = [key, ...older.map(deriveKey)];
  const fingerprints = keys.map(fingerprintOf);
  const unsealed = new LRUCache<string, { token: string; endsAt: number }>({ max: MAX_CACHED });

  const seal = (token: string) =>
    new EncryptJWT({ token })
      .setProtectedHeader(HEADER)
      .setExpirationTime(nowSeconds() + SESSION_SECONDS)
      .encrypt(key);

  const unseal = async (text: string) => {
    const known = unsealed.get(text) ?? (await decryptWithAny(text, keys));
    if (!known || known.endsAt <= nowSeconds()) {
      unsealed.delete(text);
      return undefined;
    }
    unsealed.set(text, known);
    return known.token;
  };
  return { fingerprint: fingerprintOf(key), fingerprints, seal, unseal };
}

const deriveKey = (secret: Uint8Array) => new Uint8Array(hkdfSync('sha256', secret, '', 'countersign session', 32));

const fingerprintOf = (key: Uint8Array) => createHmac('sha256', key).update('mark').digest('hex').slice(0, 8);

async function decryptWithAny(text: string, keys: readonly Uint8Array[]) {
  for (const key of keys) {
    const found = await decrypt(text, key);
    if (found) return found;
  }
  return undefined;
}

async function decrypt(text: string, key: Uint8Array) {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const { payload } = await jwtDecrypt(text, key, ALLOWED);
    const { token, exp } = payload;
    return typeof token === 'string' && exp !== undefined ? { token, endsAt: exp } : undefined;
  } catch {
    return undefined;
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

import { createHmac, hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';

/** Lifetime of a session. */
export const SESSION_SECONDS = 7 * 24 * 3_600;

/** Encrypts and decrypts session tokens with one key. */
export interface Seal {
  /** A key fingerprint of eight characters for cookie names; reveals nothing about the key. */
  mark: string;
  close(token: string): Promise<string>;
  /** Returns the token; undefined if the text is expired, was tampered with, or was sealed with another key. */
  open(text: string): Promise<string | undefined>;
}

const MOST_REMEMBERED = 1_000;
const LONGEST_TEXT = 4_096;
const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;
const ALLOWED = {
  keyManagementAlgorithms: [HEADER.alg],
  contentEncryptionAlgorithms: [HEADER.enc],
  requiredClaims: ['exp', 'token'],
};

/** A seal with AES-256-GCM from at least 32 secret bytes. Decrypted tokens are kept in an LRU cache. */
export function makeSeal(secret: Uint8Array): Seal {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'countersign session', 32));
  const mark = createHmac('sha256', key).update('mark').digest('hex').slice(0, 8);
  const opened = new Map<string, { token: string; endsAt: number }>();

  const close = (token: string) =>
    new EncryptJWT({ token })
      .setProtectedHeader(HEADER)
      .setExpirationTime(nowSeconds() + SESSION_SECONDS)
      .encrypt(key);

  const open = async (text: string) => {
    const known = opened.get(text) ?? (await decrypt(text, key));
    opened.delete(text);
    if (!known || known.endsAt <= nowSeconds()) return undefined;
    // Move to the end: the least recently used entry comes first.
    opened.set(text, known);
    const [oldest] = opened.keys();
    if (opened.size > MOST_REMEMBERED && oldest !== undefined) opened.delete(oldest);
    return known.token;
  };
  return { mark, close, open };
}

async function decrypt(text: string, key: Uint8Array) {
  if (text.length > LONGEST_TEXT) return undefined;
  try {
    const { payload } = await jwtDecrypt(text, key, ALLOWED);
    const { token, exp } = payload;
    return typeof token === 'string' && exp !== undefined ? { token, endsAt: exp } : undefined;
  } catch {
    return undefined;
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

import type { Caller } from '../../access/caller.ts';
import { problem } from '../document/problem.ts';

const KIB = 1_024;
/** Enough for a message of maximum size. Anyone can become a guest, and a large body takes long to parse. */
const GUEST_KIB = 128;

/** Throws 413 if a guest's body is too large. Staff have only the general limit. */
export function assertBodySize({ role }: Caller, bytes: number): void {
  if (role === 'guest' && bytes > GUEST_KIB * KIB) {
    throw problem(413, '413', `The body must not exceed ${GUEST_KIB} KiB.`);
  }
}

import { z } from 'zod';
import { isToken, normaliseAddress } from '#src/api/connection.ts';
import { otherwise } from '#src/crud/in-words.ts';

/** Trims the token: copying often adds whitespace. */
export const renewalSchema = z.object({
  token: z
    .string()
    .trim()
    .refine(isToken, otherwise({ code: 'not_a_token' })),
});

/** Input of the sign-in form. */
export const signInSchema = renewalSchema.extend({
  address: z.string().refine(isAddress, otherwise({ code: 'not_an_address' })),
  isKept: z.boolean(),
});

function isAddress(text: string): boolean {
  try {
    normaliseAddress(text);
    return true;
  } catch {
    return false;
  }
}

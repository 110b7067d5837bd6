import { z } from 'zod';
import { isToken, normaliseAddress } from '#src/api/connection.ts';
import { otherwise } from '#src/crud/in-words.ts';

/** A token as it is sent: blanks around it come with copying. */
export const renewalSchema = z.object({
  token: z
    .string()
    .trim()
    .refine(isToken, otherwise({ code: 'not_a_token' })),
});

/** What one signs in with. */
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

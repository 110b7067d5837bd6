import { isIP } from 'node:net';
import { z } from 'zod';
import { isHostName } from '../access/addresses.ts';

/** A switch: 0 or 1. */
export const flag = z.enum(['0', '1'], 'must be 0 or 1').optional();

/** Origins that browsers send, separated by commas. */
export const originList = z
  .string()
  .transform((text) => text.split(','))
  .refine(
    (list) => list.every(isWebOrigin),
    'must be a comma-separated list of origins such as https://desk.example.com, without paths or spaces',
  )
  .default([]);

/** A name or address to listen on. */
export const hostName = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || (isHostName(text) && !/^[\d.]+$/.test(text)),
    'must be an IP address or a host name',
  );

/** A time zone that the runtime knows. */
export const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as UTC or Asia/Tokyo');

/** A whole number of up to five digits, without sign or leading zeros. */
export function wholeNumber(max: number, min = 0, what = 'whole number') {
  const message = `must be a ${what} from ${min} to ${max}`;
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,4})$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message);
}

/** A whole number of days, at least one. */
export const days = (max: number) => wholeNumber(max, 1, 'whole number of days');

/** Parses a string with `read`, whose error message becomes the validation message. */
export function parsedBy<Value>(read: (text: string) => Value) {
  return z.string().transform((text, context) => {
    try {
      return { text, value: read(text) };
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  });
}

function isWebOrigin(text: string) {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function isTimeZone(text: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

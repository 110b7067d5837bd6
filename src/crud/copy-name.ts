import { t } from '@lingui/core/macro';

/** Name of a copy: "refund (copy)", and with further attempts "refund (copy 2)". */
export const copyName = (name: string, attempt: number): string =>
  // Stored as data, so without the bidi isolates around interpolated values.
  (attempt === 1 ? t`${name} (copy)` : t`${name} (copy ${attempt})`).replaceAll(/[\u2068\u2069]/g, '');

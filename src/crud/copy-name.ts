import { t } from '@lingui/core/macro';

/** What a copy is called: "refund (copy)", and with further attempts "refund (copy 2)". */
export const copyName = (name: string, attempt: number): string =>
  // It is kept as data: without the signs that set a value apart from its sentence.
  (attempt === 1 ? t`${name} (copy)` : t`${name} (copy ${attempt})`).replaceAll(/[\u2068\u2069]/g, '');

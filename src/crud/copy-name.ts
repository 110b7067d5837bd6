import { t } from '@lingui/core/macro';

/** What a copy is called: "refund (copy)", and with further attempts "refund (copy 2)". */
export const copyName = (name: string, attempt: number): string =>
  attempt === 1 ? t`${name} (copy)` : t`${name} (copy ${attempt})`;

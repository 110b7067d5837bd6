import type { CheckInput, Finding } from './finding.ts';

/** The visitor wrote after the draft. */
export const findNewerMessage = ({ spoken }: Pick<CheckInput, 'spoken'>): Finding | undefined =>
  spoken?.newerBy === undefined ? undefined : { code: 'newer_message', by: spoken.newerBy };

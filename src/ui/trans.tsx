import { Trans as LinguiTrans, type TransProps } from '@lingui/react';

/**
 * What `<Trans>` becomes in the build. Lingui puts the values into the sentence before it looks for the sentence's own
 * tags: what somebody wrote would lose whatever looks like one. Whatever is no plain text is put in after.
 */
export function Trans({ values = {}, ...rest }: TransProps) {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' && value.includes('<') ? [value] : value,
  ]);
  return <LinguiTrans {...rest} values={Object.fromEntries(entries)} />;
}

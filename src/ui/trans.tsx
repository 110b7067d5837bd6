import { Trans as LinguiTrans, type TransProps, useLingui } from '@lingui/react';

/**
 * What `<Trans>` becomes in the build. A sentence of nothing but text is that text, as most are. Else Lingui puts the
 * values into the sentence before it looks for the sentence's own tags: what somebody wrote would lose whatever looks like
 * one. Whatever is no plain text is put in after.
 */
export function Trans({ values = {}, ...rest }: TransProps) {
  const { i18n } = useLingui();
  const entries = Object.entries(values);
  const { id, message = id, components } = rest;
  if (!components && entries.every(([, value]) => isText(value))) return i18n._(id, values, { message });
  const put = entries.map(([name, value]) => [
    name,
    typeof value === 'string' && value.includes('<') ? [value] : value,
  ]);
  return <LinguiTrans {...rest} values={Object.fromEntries(put)} />;
}

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';

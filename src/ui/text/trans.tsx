import { Trans as LinguiTrans, type TransProps, useLingui } from '@lingui/react';

/**
 * The build's replacement for `<Trans>`. Text-only sentences, as most are, render as a plain string. Otherwise Lingui
 * interpolates values before it parses the sentence's tags, so user text that looks like a tag would be lost. Such
 * values are passed as nodes, which are inserted afterwards.
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

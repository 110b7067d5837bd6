/**
 * Languages that are told apart (ISO 639-1). The library knows more, such as Kirundi and Esperanto, and takes German for
 * them.
 */
export const LANGUAGES: readonly string[] = (
  'en de es fr pt it nl pl tr sv da no fi is cs sk hu ro bg el ru uk sr lt lv et sq he ar fa ur hi bn ta te th vi id ' +
  'ja zh ko ka hy am'
).split(' ');

/** `pt` of `pt-BR`; undefined for a tag of no such language. */
export function languageOf(tag: string | undefined): string | undefined {
  const [language = ''] = (tag ?? '').toLowerCase().split(/[-_]/);
  const known = language === 'nb' || language === 'nn' ? 'no' : language;
  return LANGUAGES.includes(known) ? known : undefined;
}

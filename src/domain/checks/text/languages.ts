/** Languages that are distinguished (ISO 639-1). The library mistakes German for others, such as Esperanto. */
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

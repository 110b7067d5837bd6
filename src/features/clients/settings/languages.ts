import { languageName } from '#src/domain/rooms/room-visitor.tsx';

/** Languages to choose from, as BCP 47 tags. A client may have others as well. */
const tags =
  'ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk km ko lt lv mk ms mt nb nl pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh zh-TW';

/** All languages, including those in `also`, sorted by name. */
export function languageChoices(locale: string, also: readonly string[]): { tag: string; name: string }[] {
  const choices = [...new Set([...tags.split(' '), ...also])].map((tag) => ({ tag, name: languageName(locale, tag) }));
  const { compare } = new Intl.Collator(locale);
  return choices.sort((a, b) => compare(a.name, b.name));
}

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/gu;
const QUOTE = /„[^“”"]*[“”"]|“[^”]*”|«[^»]*»|»[^«]*«|「[^」]*」|『[^』]*』|《[^》]*》|"[^"\n]*"/gu;
const TAG = /<\/?[a-z][^<>\n]*>/giu;
const ADDRESS = /\S+:\/\/\S+|www\.\S+|\S+@\S+/giu;
const WITH_DIGIT = /[\p{Script=Latin}\p{N}._/-]*\p{N}[\p{Script=Latin}\p{N}._/-]*/gu;

/** The text without code: blocks and spans between backticks. */
export const withoutCode = (text: string): string => text.replace(CODE, ' ');

/** What the author says in own words: without code, quotes, tags, addresses, numbers and part numbers. */
export const proseOf = (text: string): string =>
  [CODE, QUOTE, TAG, ADDRESS, WITH_DIGIT].reduce((rest, pattern) => rest.replace(pattern, ' '), text);

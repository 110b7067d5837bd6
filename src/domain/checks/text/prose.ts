const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/gu;
// None contains what it begins with, so that texts made to be slow are not.
const QUOTE = /„[^„“”"]*[“”"]|“[^“”]*”|«[^«»]*»|»[^«»]*«|「[^「」]*」|『[^『』]*』|《[^《》]*》|"[^"\n]*"/gu;
const TAG = /<\/?[a-z][^<>\n]*>/giu;
const WORD = /\S+/gu;
const IS_ADDRESS = /:\/\/\S|www\.\S|\S@\S/iu;
const WITH_DIGIT = /[\p{Script=Latin}\p{N}._/-]{0,50}\p{N}[\p{Script=Latin}\p{N}._/-]*/gu;

/** The text without code: blocks and spans between backticks. */
export const withoutCode = (text: string): string => text.replace(CODE, ' ');

/** What the author says in own words: without code, quotes, tags, addresses, numbers and part numbers. */
export const proseOf = (text: string): string =>
  [CODE, QUOTE, TAG, WITH_DIGIT].reduce((rest, pattern) => rest.replace(pattern, ' '), withoutAddresses(text));

const withoutAddresses = (text: string) => text.replace(WORD, (word) => (IS_ADDRESS.test(word) ? ' ' : word));

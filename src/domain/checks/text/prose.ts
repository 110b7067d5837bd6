const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/gu;
// No pattern allows its own opening quote inside, which prevents slow backtracking (ReDoS).
const QUOTE = /„[^„“”"]*[“”"]|“[^“”]*”|«[^«»]*»|»[^«»]*«|「[^「」]*」|『[^『』]*』|《[^《》]*》|"[^"\n]*"/gu;
const TAG = /<\/?[a-z][^<>\n]*>/giu;
const WORD = /\S+/gu;
const IS_ADDRESS = /:\/\/\S|www\.\S|\S@\S/iu;
const WITH_DIGIT = /[\p{Script=Latin}\p{N}._/-]{0,50}\p{N}[\p{Script=Latin}\p{N}._/-]*/gu;

/** The text without code: blocks and spans between backticks. */
export const withoutCode = (text: string): string => text.replace(CODE, ' ');

/** The author's own words: the text without code, quotes, tags, addresses, numbers and part numbers. */
export const proseOf = (text: string): string =>
  [CODE, QUOTE, TAG, WITH_DIGIT].reduce((rest, pattern) => rest.replace(pattern, ' '), withoutAddresses(text));

const withoutAddresses = (text: string) => text.replace(WORD, (word) => (IS_ADDRESS.test(word) ? ' ' : word));

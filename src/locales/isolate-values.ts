import type { Messages } from '@lingui/core';

type Message = Messages[string];
type Token = Exclude<Message, string>[number];

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/**
 * Wraps each value in the compiled messages in Unicode bidi isolates, so that an Arabic name in Japanese, or a Latin
 * one in Arabic, does not reorder the sentence around it.
 */
export const isolateValues = (messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, isolated(message)]));

function isolated(message: Message): Message {
  return typeof message === 'string' ? message : message.flatMap(isolatedToken);
}

function isolatedToken(token: Token): Token[] {
  if (typeof token === 'string') return [token];
  const [name, type, format] = token;
  if (type === undefined) return [FIRST_STRONG_ISOLATE, token, POP_DIRECTIONAL_ISOLATE];
  return [[name, type, isChoices(format) ? isolateChoices(format) : format]];
}

const isChoices = (format: unknown): format is Messages => typeof format === 'object' && format !== null;

const isolateChoices = (choices: Messages): Messages =>
  Object.fromEntries(
    Object.entries(choices).map(([choice, message]) => [choice, Array.isArray(message) ? isolated(message) : message]),
  );

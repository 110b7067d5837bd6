import { t } from '@lingui/core/macro';

/** That a value is larger than so many kibibytes. */
export const tooLong = (size: string): string => t`Is longer than ${size} KiB.`;

/** What the contract says of a value, which it says in English for the service's answers, in the language of the page. */
export function contractWords(message: string): string {
  const [size = ''] = /\d+/.exec(message) ?? [];
  switch (message.replace(/\d+/, '#')) {
    case 'Is required.':
      return t`Is required.`;
    case 'Must not be blank.':
      return t`Must not be blank.`;
    case 'Must not be empty.':
      return t`Must not be empty.`;
    case 'Is longer than # KiB.':
      return tooLong(size);
    case 'Must be ids.':
      return t`Must be ids.`;
    case 'Must be # ids at most.':
      return t`Must be ${size} ids at most.`;
    default:
      return message;
  }
}

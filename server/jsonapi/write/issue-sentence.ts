import type { Issue, ValueKind } from '#contract/issue.ts';

const TYPES: Readonly<Record<ValueKind, string>> = {
  string: 'text',
  text: 'text',
  boolean: 'true or false',
  unix: 'a whole number of seconds since 1970',
  datetime: 'a time in ISO 8601',
  object: 'an object',
  list: 'a list',
  ids: 'a list of ids',
};

/** Returns the `detail` of a validation error: an English sentence without the attribute's name. */
export function issueSentence(issue: Issue): string {
  switch (issue.code) {
    case 'required':
    case 'blank':
      return 'Required.';
    case 'empty':
      return 'Must not be empty.';
    case 'wrong_type':
      return `Must be ${TYPES[issue.expected]}.`;
    case 'not_a_choice':
      return `Must be one of ${issue.choices.join(', ')}.`;
    case 'too_large':
      return `Is longer than ${issue.kib} KiB.`;
    case 'too_long':
      return `Is longer than ${issue.most} characters.`;
    case 'not_an_id':
      return 'Must be ids.';
    case 'too_many_ids':
      return `Must be ${issue.most} ids at most.`;
    case 'unknown_names': {
      const names = issue.names.map((name) => JSON.stringify(name)).join(', ');
      return issue.names.length > 1 ? `Unrecognized keys: ${names}` : `Unrecognized key: ${names}`;
    }
    case 'taken':
      return 'Already exists.';
    case 'differs':
      return `Is not the same as the attribute ${issue.name}.`;
    case 'not_one_person':
      return 'Must name one other person.';
    case 'nobody_else':
      return 'Must name someone else.';
    case 'not_staff':
      return 'Must name staff: visitors do not join these rooms.';
  }
}

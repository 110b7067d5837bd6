import type { Issue, ValueKind } from '#contract/issue.ts';

const TYPES: Readonly<Record<ValueKind, string>> = {
  string: 'text',
  text: 'text',
  boolean: 'true or false',
  unix: 'a whole number of seconds since 1970',
  datetime: 'an ISO 8601 time',
  object: 'an object',
  list: 'a list',
  ids: 'a list of IDs',
};

/** Returns the `detail` of a validation error: an English sentence without the attribute's name. */
export function issueSentence(issue: Issue): string {
  switch (issue.code) {
    case 'required':
    case 'blank':
      return 'Required.';
    case 'empty':
      return 'Required.';
    case 'wrong_type':
      return `Must be ${TYPES[issue.expected]}.`;
    case 'not_a_choice':
      return `Must be one of ${issue.choices.join(', ')}.`;
    case 'too_large':
      return `Can’t be longer than ${issue.kib} KiB.`;
    case 'too_long':
      return `Can’t be longer than ${issue.most} characters.`;
    case 'not_an_id':
      return 'Must be IDs.';
    case 'too_many_ids':
      return `At most ${issue.most} IDs.`;
    case 'unknown_names': {
      const names = issue.names.map((name) => JSON.stringify(name)).join(', ');
      return issue.names.length > 1 ? `Unrecognized keys: ${names}` : `Unrecognized key: ${names}`;
    }
    case 'taken':
      return 'Already exists.';
    case 'differs':
      return `Doesn’t match ${issue.name}.`;
    case 'not_one_person':
      return 'Choose one other person.';
    case 'nobody_else':
      return 'Choose someone else.';
    case 'not_staff':
      return 'Choose staff only. Visitors can’t join these rooms.';
  }
}

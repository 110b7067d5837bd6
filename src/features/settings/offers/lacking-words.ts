import { t } from '@lingui/core/macro';

/** Describes a missing capability and its fallback in one sentence. Call while rendering (uses the current locale). */
export function lackingWords(name: string, answer: string): string {
  switch (name) {
    case 'counts':
      return t`This tenant does not count records: lists go on by “Next”.`;
    case 'meta.can':
      return t`This tenant does not say what you may do: everything is offered, and a refusal is explained.`;
    case 'comment':
      return t`This tenant drops the reason of a decision: it is sent once more, as a change of the draft.`;
    case 'GET /users':
      return t`This tenant does not tell its people: they are given by their ids.`;
    case 'GET /rooms/room_counts':
      return t`This tenant does not count rooms by kind.`;
    case 'GET /rooms/{id}/history':
      return t`This tenant has no history of rooms: their messages are shown instead.`;
    case 'PUT /rooms/{id}/approve_support_draft_messages':
    case 'PUT /rooms/{id}/reject_support_draft_messages':
    case 'PUT /support_draft_messages/mark_read_all_resolved':
      return t`This tenant cannot do this to several drafts at once: they go one by one.`;
    default:
      return isUpdate(name)
        ? t`This tenant refuses changes as they are sent: ${answer}. Another verb can be chosen for it among the connections.`
        : t`This tenant does not offer ${name}.`;
  }
}

const isUpdate = (name: string) => /^PUT \/\w+\/\{id\}$/.test(name);

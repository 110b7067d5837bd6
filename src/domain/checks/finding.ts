/** What a check found in a draft, with the values that its message names. */
export type Finding =
  | { code: 'newer_message'; by: string }
  | { code: 'placeholder'; text: string }
  | { code: 'foreign_link'; host: string }
  | { code: 'card_number'; end: string }
  | { code: 'account_number'; end: string }
  /** BCP 47 languages. */
  | { code: 'other_language'; used: string; expected: string }
  /** ISO 15924 scripts. */
  | { code: 'other_script'; used: string; expected: string }
  | { code: 'sent_before' }
  | { code: 'rejected_before'; reason: string }
  | { code: 'empty' }
  | { code: 'only_greeting' };

interface RejectedText {
  text: string;
  /** The reviewer's comment; may be empty. */
  reason: string;
}

/** Loaded texts of the room. */
export interface RoomTexts {
  /** Oldest first. */
  byVisitor: readonly string[];
  byStaff: readonly string[];
  /** Name of the visitor who wrote after the draft; undefined if none did. */
  newerBy: string | undefined;
}

/** Input of the checks. */
export interface CheckInput {
  text: string;
  /** Undefined until it is loaded; checks that need it find nothing then. */
  roomTexts: RoomTexts | undefined;
  /** Texts that were rejected for the same room. */
  rejected: readonly RejectedText[];
  /** Hosts of the client's own sites; empty if unknown. */
  ownHosts: readonly string[];
  /** Room language (BCP 47): fallback if the visitor wrote too little to detect one. */
  language: string | undefined;
}

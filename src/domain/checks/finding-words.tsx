import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import type { Finding } from './finding.ts';

/** Findings with their reasons. */
export function FindingList({ found }: { found: readonly Finding[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {found.map((finding) => (
        <li key={finding.code}>
          <StatusBadge status="warn">
            <span className="font-medium text-ink">{words[finding.code].title}</span>
          </StatusBadge>
          <p className="ps-5 text-muted">
            <FindingReason finding={finding} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Each finding in two or three words: after a mark in a list, and as a title. */
const words: Record<Finding['code'], { mark: ReactNode; title: ReactNode }> = {
  newer_message: { mark: <Trans>newer message</Trans>, title: <Trans>A newer message</Trans> },
  placeholder: { mark: <Trans>placeholder</Trans>, title: <Trans>A placeholder</Trans> },
  foreign_link: { mark: <Trans>unknown link</Trans>, title: <Trans>An unknown link</Trans> },
  card_number: { mark: <Trans>card number</Trans>, title: <Trans>A card number</Trans> },
  account_number: { mark: <Trans>account number</Trans>, title: <Trans>An account number</Trans> },
  other_language: { mark: <Trans>other language</Trans>, title: <Trans>Another language</Trans> },
  other_script: { mark: <Trans>other script</Trans>, title: <Trans>Another script</Trans> },
  sent_before: { mark: <Trans>sent before</Trans>, title: <Trans>Already sent</Trans> },
  rejected_before: { mark: <Trans>rejected before</Trans>, title: <Trans>Rejected before</Trans> },
  empty: { mark: <Trans>no text</Trans>, title: <Trans>No text</Trans> },
  only_greeting: { mark: <Trans>only a greeting</Trans>, title: <Trans>Only a greeting</Trans> },
};

/** A finding in two or three words, after a mark in a list. */
export const FindingMark = ({ finding }: { finding: Finding }): ReactNode => words[finding.code].mark;

/** Why a draft needs a closer look, in a sentence or two. */
function FindingReason({ finding }: { finding: Finding }): ReactNode {
  switch (finding.code) {
    case 'newer_message': {
      const name = <Isolated text={finding.by} />;
      return <Trans>{name} wrote after the draft. Read it before you approve.</Trans>;
    }
    case 'placeholder': {
      const placeholder = <Isolated text={finding.text} />;
      return <Trans>{placeholder} was left in the text.</Trans>;
    }
    case 'foreign_link': {
      const host = <Isolated text={finding.host} />;
      return <Trans>{host} isn’t the client’s site, and the visitor didn’t mention it.</Trans>;
    }
    case 'card_number': {
      const end = <Isolated text={finding.end} />;
      return <Trans>The text contains a card number ending in {end}.</Trans>;
    }
    case 'account_number': {
      const end = <Isolated text={finding.end} />;
      return <Trans>The text contains a bank account number (IBAN) ending in {end}.</Trans>;
    }
    case 'other_language':
    case 'other_script':
      return <LanguageReason {...finding} />;
    case 'sent_before':
      return <Trans>The same text was already sent in this conversation.</Trans>;
    case 'rejected_before': {
      if (finding.reason.trim() === '') return <Trans>The same text was rejected in this conversation.</Trans>;
      const reason = <Isolated text={finding.reason} />;
      return <Trans>The same text was rejected in this conversation: {reason}</Trans>;
    }
    case 'empty':
      return <Trans>The draft is empty.</Trans>;
    case 'only_greeting':
      return <Trans>The draft is only a greeting.</Trans>;
  }
}

type LanguageFinding = Extract<Finding, { used: string }>;

function LanguageReason({ code, used, expected }: LanguageFinding) {
  const { i18n } = useLingui();
  const nameOf = (one: string) => displayName(i18n.locale, code === 'other_script' ? 'script' : 'language', one);
  const draft = nameOf(used);
  const visitor = nameOf(expected);
  return code === 'other_script' ? (
    <Trans>
      Draft’s script: {draft}. Visitor’s script: {visitor}.
    </Trans>
  ) : (
    <Trans>
      Draft’s language: {draft}. Visitor’s language: {visitor}.
    </Trans>
  );
}

/** The name of a language or script; its code if the browser knows no name. */
function displayName(locale: string, type: 'language' | 'script', code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

const Isolated = ({ text }: { text: string }) => <bdi className="wrap-anywhere">{text}</bdi>;

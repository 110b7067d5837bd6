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
            <span className="font-medium text-ink">
              <FindingTitle finding={finding} />
            </span>
          </StatusBadge>
          <p className="ps-5 text-muted">
            <FindingReason finding={finding} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A finding in two or three words, after a mark in a list. */
export function FindingMark({ finding: { code } }: { finding: Finding }): ReactNode {
  switch (code) {
    case 'newer_message':
      return <Trans>newer message</Trans>;
    case 'placeholder':
      return <Trans>placeholder</Trans>;
    case 'foreign_link':
      return <Trans>unknown link</Trans>;
    case 'card_number':
      return <Trans>card number</Trans>;
    case 'account_number':
      return <Trans>account number</Trans>;
    case 'other_language':
      return <Trans>other language</Trans>;
    case 'other_script':
      return <Trans>other script</Trans>;
    case 'sent_before':
      return <Trans>sent before</Trans>;
    case 'rejected_before':
      return <Trans>rejected before</Trans>;
    case 'empty':
      return <Trans>no text</Trans>;
    case 'only_greeting':
      return <Trans>only a greeting</Trans>;
  }
}

/** The title of a finding. */
function FindingTitle({ finding: { code } }: { finding: Finding }): ReactNode {
  switch (code) {
    case 'newer_message':
      return <Trans>A newer message</Trans>;
    case 'placeholder':
      return <Trans>A placeholder</Trans>;
    case 'foreign_link':
      return <Trans>An unknown link</Trans>;
    case 'card_number':
      return <Trans>A card number</Trans>;
    case 'account_number':
      return <Trans>An account number</Trans>;
    case 'other_language':
      return <Trans>Another language</Trans>;
    case 'other_script':
      return <Trans>Another script</Trans>;
    case 'sent_before':
      return <Trans>Already sent</Trans>;
    case 'rejected_before':
      return <Trans>Rejected before</Trans>;
    case 'empty':
      return <Trans>No text</Trans>;
    case 'only_greeting':
      return <Trans>Only a greeting</Trans>;
  }
}

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

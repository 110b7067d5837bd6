import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Room } from '#src/domain/rooms/room-name.ts';
import { ClientName, PageLink } from '#src/domain/rooms/room-visitor.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { FactSection } from './fact-section.tsx';
import { useVisitor, type Visitor } from './use-visitor.ts';

/** The visitor's client, page, language and earlier visits, as far as known. */
export function VisitorFacts({ room }: { room: Room | undefined }) {
  const { t } = useLingui();
  const { client, page, language, visits } = useVisitor(room);
  const facts: { name: string; value: ReactNode }[] = [];
  if (client) facts.push({ name: t`Client`, value: <ClientName {...client} /> });
  if (page) facts.push({ name: t`Page`, value: <PageLink {...page} /> });
  if (language) facts.push({ name: t`Language`, value: <bdi>{language}</bdi> });
  if (visits.starts.length > 1 || (visits.starts.length > 0 && visits.isComplete)) {
    facts.push({ name: t`Past visits`, value: <EarlierVisits {...visits} /> });
  }
  if (facts.length === 0) return null;
  return (
    <FactSection title={<Trans>Visitor</Trans>}>
      <KeyValueList facts={facts} />
    </FactSection>
  );
}

function EarlierVisits({ starts, isComplete }: Visitor['visits']) {
  const { i18n } = useLingui();
  const last = starts.at(-2);
  const count = starts.length - 1;
  if (last === undefined) return <Trans>First visit</Trans>;
  const date = i18n.date(new Date(last * 1000), { day: 'numeric', month: 'short' });
  if (!isComplete) {
    const atLeast = i18n.number(count);
    return (
      <Trans>
        {atLeast}+ visits, last {date}
      </Trans>
    );
  }
  return (
    <Trans>
      <Plural value={count} one="# visit" other="# visits" />, last {date}
    </Trans>
  );
}

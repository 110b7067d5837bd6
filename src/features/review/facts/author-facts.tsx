import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { personName } from '#src/domain/people/person-name.ts';
import { formatList } from '#src/ui/text/format-list.ts';
import type { AboutDraft } from './about-draft.ts';
import { type AuthorRecord, authorRecordQuery } from './author-record.ts';
import { FactSection } from './fact-section.tsx';

/** The author of a draft, and what became of their others. */
export function AuthorFacts({ author }: Pick<AboutDraft, 'author'>) {
  const { data: record } = useQuery({ ...authorRecordQuery(author?.id ?? ''), enabled: author !== undefined });
  if (!author) return null;
  return (
    <FactSection title={<Trans>Author</Trans>}>
      <p>
        <bdi>{personName(author)}</bdi>
      </p>
      {record && <Record {...record} />}
    </FactSection>
  );
}

function Record({ approved, edited, rejected, hasMore }: AuthorRecord) {
  const { t, i18n } = useLingui();
  const inWords = (count: number, words: (count: string) => string) => (count > 0 ? [words(i18n.number(count))] : []);
  const parts = [
    ...inWords(approved, (count) => t`${count} approved`),
    ...inWords(edited, (count) => t`${count} edited`),
    ...inWords(rejected, (count) => t`${count} rejected`),
  ];
  if (parts.length === 0) return null;
  return (
    <p className="text-muted">
      {formatList(i18n.locale, parts)}
      {hasMore && (
        <span className="block text-faint text-sm">
          <Plural value={approved + edited + rejected} one="of the last draft" other="of the last # drafts" />
        </span>
      )}
    </p>
  );
}

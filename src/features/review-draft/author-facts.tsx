import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Identifier } from '#contract/document.ts';
import { drafts } from '#contract/drafts.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import { users } from '#contract/users.ts';
import { unsupportedFilters } from '#src/api/capabilities.ts';
import { queryKeys } from '#src/api/query-client.ts';
import { fetchList } from '#src/api/reads.ts';
import { userName } from '#src/domain/people/user-name.ts';
import { FactSection } from '#src/ui/layout/fact-section.tsx';
import { formatList } from '#src/ui/text/format-list.ts';

interface AuthorFactsProps {
  /** Only an identifier if the record is not loaded. */
  author: Row<typeof users> | Identifier | undefined;
}

/** The author of a draft, with the outcomes of the author's latest drafts. */
export function AuthorFacts({ author }: AuthorFactsProps) {
  const { data: record } = useQuery({ ...authorRecordQuery(author?.id ?? ''), enabled: author !== undefined });
  if (!author) return null;
  return (
    <FactSection title={<Trans>Author</Trans>}>
      <p>
        <bdi>{userName(author)}</bdi>
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
      {formatList(parts)}
      {hasMore && (
        <span className="block text-faint text-sm">
          <Plural value={approved + edited + rejected} one="of the last draft" other="of the last # drafts" />
        </span>
      )}
    </p>
  );
}

/** Outcomes of the author's latest decided drafts. */
interface AuthorRecord {
  /** Approved as written. */
  approved: number;
  /** Approved with edits. The service then stores the author's text in `settings.original_content`. */
  edited: number;
  rejected: number;
  /** There are earlier decisions that are not counted. */
  hasMore: boolean;
}

const FRESH_MS = 5 * 60_000;

/** Outcomes of an author's latest hundred decided drafts, without their texts; null if unknown. */
function authorRecordQuery(authorId: string) {
  return queryOptions({
    queryKey: [...queryKeys.below(users, authorId), 'record'],
    queryFn: async ({ signal }): Promise<AuthorRecord | null> => {
      const query = {
        filter: { created_user_id: authorId, resolved: '1' },
        sort: ['-resolved_time_unix'],
        include: ['created_user'],
        fields: { [drafts.type]: ['status', 'settings', 'created_user'] },
        page: { size: PAGE_SIZE.most },
      };
      const { rows, hasNext } = await fetchList(drafts, query, { signal });
      const isFiltered = rows.every(({ one }) => one.created_user?.id === authorId);
      if (!isFiltered || unsupportedFilters(drafts).some((name) => name in query.filter)) return null;
      const approved = rows.filter(({ status }) => status === 'approved');
      const edited = approved.filter(({ settings }) => typeof settings.original_content === 'string').length;
      return {
        approved: approved.length - edited,
        edited,
        rejected: rows.filter(({ status }) => status === 'rejected').length,
        hasMore: hasNext,
      };
    },
    staleTime: FRESH_MS,
    retry: false,
  });
}

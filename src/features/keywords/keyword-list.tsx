import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import type { Row } from '#contract/resource.ts';
import { approachRecord } from '#src/crud/approach-record.ts';
import type { Column } from '#src/crud/column.ts';
import type { FilterSpec } from '#src/crud/filter-spec.ts';
import { ListPage } from '#src/crud/list-page.tsx';
import { fromList } from '#src/crud/use-close-route.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button-class.ts';

const columns: Column<typeof keywords>[] = [
  { name: 'key_name', label: msg`Keyword`, className: 'md:w-1/4' },
  { name: 'key_title', label: msg`Title`, className: 'md:w-1/4' },
  { name: 'suggestions', label: msg`Suggestions`, className: 'max-md:hidden' },
];

const filters: FilterSpec<typeof keywords>[] = [{ name: 'id', label: msg`ID` }];

/** The master keywords; one of them opens in a dialog over the list. */
export function Component() {
  const { t } = useLingui();
  const { search } = useLocation();
  return (
    <>
      <ListPage
        resource={keywords}
        title={t`Keywords`}
        columns={columns}
        filters={filters}
        rowName={(keyword) => keyword.key_name}
        rowPath={(keyword, listSearch) => paths.keyword(keyword.id) + listSearch}
        onApproach={approach}
        actions={
          <Link
            to={{ pathname: paths.newKeyword(), search }}
            state={fromList}
            className={buttonClass({ kind: 'primary' })}
          >
            <Trans>New keyword</Trans>
          </Link>
        }
        empty={<Trans>There are no keywords yet: words that visitors use, and what to suggest for them.</Trans>}
        canDelete
      />
      <Outlet />
    </>
  );
}

function approach(keyword: Row<typeof keywords>) {
  approachRecord(keywords, keyword.id);
  void import('./edit-keyword.tsx');
}

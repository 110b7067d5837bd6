import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FlaskConical, Upload } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { connection, isOwnServer } from '#src/api/connection.ts';
import { fetchList } from '#src/api/reads.ts';
import { type Keyword, keywordColumns } from '#src/domain/keywords/keyword.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { TextFilter } from '#src/list/text-filter.tsx';
import type { ListState } from '#src/list/use-list-query.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Toolbar } from '#src/ui/layout/page-header.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import type { KeywordList } from './use-keyword-list.ts';

interface KeywordToolsProps {
  list: KeywordList;
  state: ListState;
}

export function KeywordToolbar({ list: { rows, all }, state }: KeywordToolsProps) {
  const { t } = useLingui();
  const { id, text = '' } = state.filter;
  return (
    <Toolbar label={t`Tools`}>
      <TextFilter
        label={t`Search keywords`}
        kind="contains"
        value={text}
        shortcut="/"
        onChange={(value, isTyped) => state.setFilter('text', value, isTyped)}
      />
      {id !== undefined && (
        <Chip removeLabel={t`Remove the filter ID: ${id}`} onRemove={state.clearFilters}>
          <Trans>ID: {id}</Trans>
        </Chip>
      )}
      <span className="ms-auto flex flex-wrap gap-2">
        <CsvLinks rows={rows} isWhole={all?.isWhole ?? false} />
        <Link to={paths.keywordBench()} className={buttonClass()}>
          <FlaskConical aria-hidden="true" className="size-4" />
          <Trans>Test keywords</Trans>
        </Link>
      </span>
    </Toolbar>
  );
}

/** CSV export of the rows shown, with all columns that the import needs, and a link to the import. */
function CsvLinks({ rows, isWhole }: { rows: readonly Keyword[]; isWhole: boolean }) {
  const { t } = useLingui();
  const search = useLocation().search;
  const [exportRows, isWriting] = useSingleFlight(async () => {
    try {
      const { saveFile, writeCsv } = await import('#src/lib/write-csv.ts');
      const from = connection.get();
      // The rows are already loaded: this read is for the audit trail of the page's own server.
      if (from && isOwnServer(from)) await fetchList(keywords, { page: { size: 1 } }, { purpose: 'export' });
      saveFile('keywords.csv', await writeCsv(keywordColumns, rows));
      const read = rows.length;
      const text = t`${plural(read, { one: 'Exported # row', other: 'Exported # rows' })}`;
      showToast({ text, tone: 'good', detail: t`All matching keywords, with every column, ready to import again.` });
    } catch (error) {
      showToast({ text: t`Couldn’t export the rows`, detail: errorMessage(error), tone: 'bad' });
    }
  });
  return (
    <>
      <Button busy={isWriting} disabled={!isWhole || rows.length === 0} onClick={exportRows}>
        <Download aria-hidden="true" className="size-4" />
        <Trans>Export CSV</Trans>
      </Button>
      <Link to={paths.importKeywords() + search} state={openedFromList} className={buttonClass()}>
        <Upload aria-hidden="true" className="size-4" />
        <Trans>Import CSV</Trans>
      </Link>
    </>
  );
}

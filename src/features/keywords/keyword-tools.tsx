import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FlaskConical, Upload } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { keywordColumns } from '#src/domain/keywords/keyword.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { recordExport, reportExport } from '#src/list/table/use-list-export.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import type { KeywordList } from './use-keyword-list.ts';

/** CSV export of the rows shown, with all columns that the import needs, and links to the import and the test. */
export function KeywordTools({ list: { rows, all } }: { list: KeywordList }) {
  const { t } = useLingui();
  const search = useLocation().search;
  const [exportRows, isWriting] = useSingleFlight(() =>
    reportExport(async () => {
      const { saveFile, writeCsv } = await import('#src/lib/write-csv.ts');
      await recordExport(keywords);
      saveFile('keywords.csv', await writeCsv(keywordColumns, rows));
      return { count: rows.length, detail: t`All matching keywords, with every column, ready to import again.` };
    }),
  );
  return (
    <span className="ms-auto flex flex-wrap gap-2">
      <Button busy={isWriting} disabled={!all?.isWhole || rows.length === 0} onClick={exportRows}>
        <Download aria-hidden="true" className="size-4" />
        <Trans>Export CSV</Trans>
      </Button>
      <Link to={paths.importKeywords() + search} state={openedFromList} className={buttonClass()}>
        <Upload aria-hidden="true" className="size-4" />
        <Trans>Import CSV</Trans>
      </Link>
      <Link to={paths.keywordBench()} className={buttonClass()}>
        <FlaskConical aria-hidden="true" className="size-4" />
        <Trans>Test keywords</Trans>
      </Link>
    </span>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Upload } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { fromList } from '#src/crud/close-route.ts';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { useOnce } from '#src/crud/use-once.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { showToast } from '#src/ui/toasts.ts';
import { type Keyword, keywordColumns } from '../keyword.ts';

/** Exports the rows shown as CSV, and links to the import. */
export function CsvLinks({ rows, isWhole }: { rows: readonly Keyword[]; isWhole: boolean }) {
  const { t } = useLingui();
  const search = useLocation().search;
  const sentence = useErrorSentence();
  const [exportRows, isWriting] = useOnce(async () => {
    try {
      const { saveFile, writeCsv } = await import('#src/lib/write-csv.ts');
      saveFile('keywords.csv', await writeCsv(keywordColumns, rows));
    } catch (error) {
      showToast({ text: t`Nothing was exported`, detail: sentence(error), tone: 'bad' });
    }
  });
  return (
    <>
      <Button busy={isWriting} disabled={!isWhole || rows.length === 0} onClick={exportRows}>
        <Download aria-hidden="true" className="size-4" />
        <Trans>Export CSV</Trans>
      </Button>
      <Link to={paths.importKeywords() + search} state={fromList} className={buttonClass()}>
        <Upload aria-hidden="true" className="size-4" />
        <Trans>Import CSV</Trans>
      </Link>
    </>
  );
}

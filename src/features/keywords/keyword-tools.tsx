import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download, FlaskConical, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { quote } from '#contract/list-query.ts';
import { connection, isOwnServer } from '#src/api/connection.ts';
import { fetchList } from '#src/api/reads.ts';
import { type Keyword, keywordColumns } from '#src/domain/keywords/keyword.ts';
import { debounce } from '#src/lib/debounce.ts';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { useSingleFlight } from '#src/lib/use-single-flight.ts';
import { clearOrLeave, parseQuotedCell } from '#src/list/text-filter.tsx';
import type { ListState } from '#src/list/use-list-query.ts';
import { openedFromList } from '#src/page/close-modal-route.ts';
import { useErrorSentence } from '#src/page/use-error-sentence.ts';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { SearchInput } from '#src/ui/form/input.tsx';
import { Toolbar } from '#src/ui/layout/page-header.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import type { KeywordList } from './use-keyword-list.ts';

interface KeywordToolsProps {
  list: KeywordList;
  filter: ReturnType<typeof useQuickFilter>;
  /** The filter for an id, if there is one. */
  id: string | undefined;
}

export function KeywordTools({ list: { rows, all }, filter, id }: KeywordToolsProps) {
  const { t } = useLingui();
  return (
    <Toolbar label={t`Tools`}>
      <QuickFilter filter={filter} />
      {id !== undefined && (
        <Chip removeLabel={t`Remove the filter ID: ${id}`} onRemove={filter.clear}>
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

const ADDRESS_MS = 300;

/** The search text of the keyword table. Filters on each keystroke; the URL update is debounced. */
export function useQuickFilter({ filter, setFilter, clearFilters }: ListState) {
  const [typed, setTyped] = useState<string>();
  const isTyping = useRef(false);
  const written = parseQuotedCell(filter.text ?? '');
  // The URL is the source of truth again once the debounced update has been written.
  if (typed === written && !isTyping.current) setTyped(undefined);
  const write = (text: string) => setFilter('text', quote(text), true);
  const writeTyped = useLatest(() => typed !== undefined && write(typed));
  const [pending] = useState(() => debounce(() => writeTyped.current()));
  useEffect(() => pending.cancel, [pending]);

  return {
    text: typed ?? written,
    type: (text: string) => {
      isTyping.current = true;
      setTyped(text);
      pending.soon(ADDRESS_MS);
    },
    leave: () => {
      isTyping.current = false;
      pending.cancel();
      if (typed === written) setTyped(undefined);
      else if (typed !== undefined) write(typed);
    },
    /** Clears the text and all other filters. */
    clear: () => {
      isTyping.current = false;
      pending.cancel();
      setTyped('');
      clearFilters();
    },
  };
}

function QuickFilter({ filter }: { filter: ReturnType<typeof useQuickFilter> }) {
  const { t } = useLingui();
  return (
    <SearchInput
      label={t`Search keywords`}
      shortcut="/"
      data-search=""
      value={filter.text}
      onChange={filter.type}
      onBlur={filter.leave}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') clearOrLeave(event, filter.text, () => filter.type(''));
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
      className="max-w-72 flex-1 basis-40"
    />
  );
}

/** CSV export of the rows shown, with all columns that the import needs, and a link to the import. */
function CsvLinks({ rows, isWhole }: { rows: readonly Keyword[]; isWhole: boolean }) {
  const { t } = useLingui();
  const search = useLocation().search;
  const sentence = useErrorSentence();
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
      showToast({ text: t`Couldn’t export the rows`, detail: sentence(error), tone: 'bad' });
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

import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { RowData } from '@tanstack/react-table';
import type { Attribute } from '#contract/attribute.ts';
import type { Included } from '#src/api/list-page.ts';
import { jsonText } from '#src/lib/json.ts';
import { saveFile, writeCsv } from '#src/lib/write-csv.ts';
import { columnLabel, type TableColumn } from './features.ts';

/** Saves rows as CSV in the current locale, with the visible columns in order. Formula-like texts are escaped. */
export async function exportRows<Data extends RowData>(
  file: string,
  columns: readonly TableColumn<Data>[],
  { rows, included }: { rows: readonly Data[]; included: Included },
  attributes: Readonly<Record<string, Attribute>> = {},
): Promise<void> {
  const ids = columns.map(({ id }) => id);
  const texts = rows.map((row, index) =>
    Object.fromEntries(
      columns.map(({ id, columnDef, accessorFn }) => {
        const text = columnDef.meta?.text;
        return [id, text ? text(row, included) : valueText(accessorFn?.(row, index), attributes[id])];
      }),
    ),
  );
  const header = Object.fromEntries(columns.map((column) => [column.id, columnLabel(i18n, column)]));
  saveFile(`${file}.csv`, await writeCsv(ids, texts, header));
}

/** A value as spreadsheets parse it. */
function valueText(value: unknown, attribute: Attribute | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (attribute?.kind === 'unix' && typeof value === 'number') return new Date(value * 1000).toISOString();
  return jsonText(value);
}

import type { I18n } from '@lingui/core';
import type { RowData } from '@tanstack/react-table';
import { humanise } from '../humanise.ts';
import type { RecordColumn } from './features.ts';

/** Label of a column. */
export const columnLabel = <Data extends RowData>(
  i18n: I18n,
  { id, columnDef }: { id: string; columnDef: RecordColumn<Data> },
): string => (columnDef.meta?.label ? i18n._(columnDef.meta.label) : humanise(id));

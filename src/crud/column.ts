import type { MessageDescriptor } from '@lingui/core';
import type { ReactNode } from 'react';
import type { AttributeName, Resource, Row } from '#contract/resource.ts';
import type { Included } from '#src/api/read-document.ts';

/** One column of a list: an attribute as it is, or whatever `render` makes of the record. */
export type Column<R extends Resource> = {
  /** Shown instead of the name in words. */
  label?: MessageDescriptor;
  /** Given the record and what came along with its page. */
  render?: (row: Row<R>, included: Included) => ReactNode;
  /** Set flush at the end. */
  numeric?: boolean;
  /** Width, or from which window width it is shown; for the header as well. */
  className?: string;
} & (
  | {
      /** The attribute that is shown, and sorted by where the contract gives it an order. */
      name: AttributeName<R> | 'id';
    }
  | {
      /** A column of its own making, which cannot be sorted by. */
      key: string;
      label: MessageDescriptor;
      render: (row: Row<R>, included: Included) => ReactNode;
    }
);

/** What a column is called among its neighbours: its attribute's name, or its own key. */
export const columnKey = <R extends Resource>(column: Column<R>): string =>
  'name' in column ? column.name : column.key;

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Cell, HeadCell, Row, rowLinkClass, SortCell, Table, TableHead } from '#src/ui/layout/table.tsx';
import { renderUi } from './render-ui.tsx';

test('a table exposes its sorting, and a header sorts it', async () => {
  const sort = vi.fn();
  renderUi(
    <Table aria-label="Rooms">
      <TableHead>
        <SortCell sorted="descending" onSort={() => {}}>
          Name
        </SortCell>
        <SortCell sorted={undefined} onSort={sort} numeric>
          Messages
        </SortCell>
        <HeadCell>Kind</HeadCell>
      </TableHead>
      <tbody>
        <Row current selected>
          <Cell>
            <a href="#1" className={rowLinkClass}>
              Acme
            </a>
          </Cell>
          <Cell numeric>12</Cell>
          <Cell>group</Cell>
        </Row>
      </tbody>
    </Table>,
  );
  const sorted = screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'));
  expect(sorted).toEqual(['descending', null, null]);
  await userEvent.click(screen.getByRole('button', { name: 'Messages' }));
  expect(sort).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('row', { current: true }).dataset.selected).toBe('true');
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Pagination, type PaginationProps } from '#src/ui/layout/pagination.tsx';
import { textsOf } from '../texts-of.ts';
import { renderUi } from './render-ui.tsx';

function renderPages(props: Omit<PaginationProps, 'pageLink'>) {
  renderUi(<Pagination {...props} pageLink={(page, look) => <a href={`?page=${page}`} {...look} />} />);
  const nav = screen.getByRole('navigation', { name: 'Pagination' });
  const links = within(nav).queryAllByRole('link');
  return { text: nav.textContent, links: links.map((link) => link.getAttribute('aria-label')) };
}

test('with a known total: the range, the pages around this one, first and last', () => {
  const { text, links } = renderPages({ page: 6, size: 25, shown: 25, total: 1234, hasNext: true });
  expect(text).toContain('126–150 of 1,234');
  expect(links).toEqual(['Previous page', 'Page 1', 'Page 5', 'Page 6', 'Page 7', 'Page 50', 'Next page']);
  expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('?page=6');
  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('?page=7');
});

test('a partly filled last page has no next page', () => {
  const { text, links } = renderPages({ page: 3, size: 25, shown: 7, total: 57, hasNext: false });
  expect(text).toContain('51–57 of 57');
  expect(links).not.toContain('Next page');
});

test('a total that is a minimum gets a plus and no page numbers', () => {
  const { text, links } = renderPages({ page: 1, size: 25, shown: 25, total: 10_000, atLeast: true, hasNext: true });
  expect(text).toContain('1–25 of 10,000+');
  expect(links).toEqual(['Next page']);
});

test('without a total only the range and known links are shown', () => {
  const { text, links } = renderPages({ page: 3, size: 25, shown: 25, hasNext: true });
  expect(text).toBe('51–75');
  expect(links).toEqual(['Previous page', 'Next page']);
});

test('pages smaller than requested go on after the total would have ended', () => {
  const { links } = renderPages({ page: 2, size: 100, shown: 20, total: 130, hasNext: true });
  expect(links).toContain('Next page');
});

test('the last of pages smaller than requested shows the end of the range', () => {
  const { text } = renderPages({ page: 7, size: 50, shown: 10, total: 130, hasNext: false });
  expect(text).toContain('121–130 of 130');
});

test('past the end it says so and links back', () => {
  const { text, links } = renderPages({ page: 9, size: 25, shown: 0, total: 30, hasNext: false });
  expect(text).toContain('No rows on this page');
  expect(links).toContain('Previous page');
  expect(links).not.toContain('Next page');
});

test('a single page has no links', () => {
  expect(renderPages({ page: 1, size: 25, shown: 7, total: 7, hasNext: false }).links).toEqual([]);
});

test('the page size can be chosen, and an unusual current one is offered too', async () => {
  const chosen: number[] = [];
  renderPages({ page: 1, size: 10, shown: 10, total: 99, hasNext: true, onSize: (size) => chosen.push(size) });
  const select = screen.getByRole('combobox', { name: 'Rows' });
  expect(textsOf(within(select).getAllByRole('option'))).toEqual(['10', '25', '50', '100']);
  await userEvent.selectOptions(select, '50');
  expect(chosen).toEqual([50]);
});

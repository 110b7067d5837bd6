import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageTitle } from '#src/page/page-title.tsx';

test('the document has the title of the last mounted page, and the previous one when it unmounts', () => {
  const page = (count: number, hasDialog: boolean) => (
    <>
      <PageTitle>{`(${count}) Keywords`}</PageTitle>
      {hasDialog && <PageTitle>refund</PageTitle>}
    </>
  );
  const { rerender, unmount } = render(page(1, false));
  expect(document.title).toBe('(1) Keywords · Countersign');
  rerender(page(1, true));
  expect(document.title).toBe('refund · Countersign');
  rerender(page(2, true));
  expect(document.title).toBe('refund · Countersign');
  rerender(page(2, false));
  expect(document.title).toBe('(2) Keywords · Countersign');
  unmount();
  expect(document.title).toBe('');
});

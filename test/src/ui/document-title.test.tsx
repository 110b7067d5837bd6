import { expect, test } from 'vitest';
import { DocumentTitle } from '#src/ui/document-title.tsx';
import { renderUi } from './render-ui.tsx';

test('the tab has the title of what came last, and when that goes the one before', () => {
  document.title = '';
  const page = (count: number, hasDialog: boolean) => (
    <>
      <DocumentTitle>{`(${count}) Keywords`}</DocumentTitle>
      {hasDialog && <DocumentTitle>refund</DocumentTitle>}
    </>
  );
  const { rerender, unmount } = renderUi(page(1, false));
  expect(document.title).toBe('(1) Keywords');
  rerender(page(1, true));
  expect(document.title).toBe('refund');
  rerender(page(2, true));
  expect(document.title).toBe('refund');
  rerender(page(2, false));
  expect(document.title).toBe('(2) Keywords');
  unmount();
  expect(document.title).toBe('');
});

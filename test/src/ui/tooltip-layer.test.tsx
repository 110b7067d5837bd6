import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { TooltipLayer, tooltip } from '#src/ui/overlay/tooltip-layer.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { Truncated } from '#src/ui/text/truncated.tsx';
import { renderUi } from '#test/src/ui/render-ui.tsx';

beforeEach(() => void vi.useFakeTimers());

function renderPage() {
  renderUi(
    <>
      <button type="button" aria-label="Delete" {...tooltip('Delete', 'd')} />
      <p>Text</p>
      <TooltipLayer />
    </>,
  );
}

const layer = () => document.querySelector<HTMLElement>('[popover][data-shown]');
/** Text of the tooltip that is shown. */
const shown = () => layer()?.textContent?.trim();

const rest = () => act(() => vi.advanceTimersByTimeAsync(400));

test('it appears when the pointer rests on its target, and disappears with it', async () => {
  renderPage();
  fireEvent.pointerOver(screen.getByRole('button', { name: 'Delete' }));
  expect(shown()).toBeUndefined();
  await rest();
  expect(shown()).toBe('Delete D');
  fireEvent.pointerOver(screen.getByText('Text'));
  await rest();
  expect(shown()).toBeUndefined();
});

test('it stays while hovered itself, and Escape closes it', async () => {
  renderPage();
  fireEvent.pointerOver(screen.getByRole('button', { name: 'Delete' }));
  await rest();
  fireEvent.pointerOver(screen.getByText(/^Delete/));
  await rest();
  expect(shown()).toBe('Delete D');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(shown()).toBeUndefined();
});

test('in a row it belongs to the element below the covering link', async () => {
  renderUi(
    <>
      <div className="row">
        <a href="#open">Room</a>
        <time {...tooltip('20 November')}>today</time>
      </div>
      <TooltipLayer />
    </>,
  );
  const [link, time] = [screen.getByRole('link'), screen.getByText('today')];
  const atPoint = vi.spyOn(document, 'elementsFromPoint').mockReturnValue([link]);
  fireEvent.pointerOver(link);
  atPoint.mockReturnValue([link, time]);
  fireEvent.pointerMove(link);
  await rest();
  expect(shown()).toBe('20 November');
});

test.each([
  ['shows its cut text', false, 'A long text'],
  ['shows none beside an open record, because it opens as well', true, undefined],
])('a row that receives the focus %s', async (_, isBesideOpen, text) => {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(999);
  renderUi(
    <ul>
      <TooltipLayer />
      <li aria-current={isBesideOpen} />
      <a href="#2">
        <Truncated text="A long text" />
      </a>
    </ul>,
  );
  act(() => screen.getByRole('link', { name: 'A long text' }).focus());
  await rest();
  expect(shown()).toBe(text);
});

test('touch shows none: it would be under the finger', async () => {
  renderPage();
  fireEvent.pointerOver(screen.getByRole('button', { name: 'Delete' }), { pointerType: 'touch' });
  await rest();
  expect(shown()).toBeUndefined();
});

test('a time shows its exact date and time', async () => {
  renderPage();
  renderUi(<RelativeTime unix={1_800_000_000} />);
  fireEvent.pointerOver(screen.getByText('now'));
  await rest();
  expect(shown()).toMatch(/^Jan 15, 2027, \d+:00:00.[AP]M$/);
});

test.each([
  ['below a button of the bar at the top of a page', 'Filters', 'block-end span-inline-end'],
  ['below the name at the top of the sidebar', 'Tidewater', 'block-end span-inline-end'],
  ['above what is on the page', 'Copy', 'block-start span-inline-end'],
  ['beside an entry of the sidebar', 'Rooms', 'inline-end'],
])('it opens %s', async (_, name, area) => {
  renderUi(
    <>
      <header>
        <span {...tooltip('Tidewater')}>Tidewater</span>
      </header>
      <nav>
        <span {...tooltip('Rooms')}>Rooms</span>
      </nav>
      <main>
        <PageHeader title="Page">
          <span {...tooltip('Filters')}>Filters</span>
        </PageHeader>
        <span {...tooltip('Copy')}>Copy</span>
      </main>
      <TooltipLayer />
    </>,
  );
  fireEvent.pointerOver(screen.getByText(name));
  await rest();
  expect(shown()).toBe(name);
  expect(layer()?.style.getPropertyValue('position-area')).toBe(area);
});

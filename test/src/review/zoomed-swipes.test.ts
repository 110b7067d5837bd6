import { expect, test, vi } from 'vitest';
import { trackSwipes } from '#src/features/review/phone/follow-swipes.ts';

/** A tracked swipe area in a window that is zoomed by pinching, and how many swipes have acted. */
function aSwipeArea() {
  const viewport = Object.assign(new EventTarget(), { scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  const [root, area, text] = ['div', 'div', 'p'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  area.toggleAttribute('data-swipes');
  area.append(text);
  root.append(area);
  document.body.replaceChildren(root);
  area.setPointerCapture = () => {};
  const onEnd = vi.fn();
  const stop = trackSwipes(root, { current: { canGo: () => true, onMove: () => {}, onEnd } });
  const point = (type: string, clientX: number) => {
    const how = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientX, clientY: 300, bubbles: true };
    text.dispatchEvent(new PointerEvent(type, how));
  };
  return {
    onEnd,
    stop,
    swipe: () => {
      point('pointerdown', 100);
      point('pointermove', 200);
      point('pointermove', 300);
      point('pointerup', 300);
      return onEnd.mock.calls.length;
    },
    zoom: (scale: number) => {
      viewport.scale = scale;
      viewport.dispatchEvent(new Event('resize'));
    },
    /** Whether the style leaves only vertical panning to the browser. */
    isLimited: () => area.matches('[data-tracks-swipes] [data-swipes]'),
  };
}

test('in a window zoomed by pinching, a finger pans instead of swiping', () => {
  const { swipe, zoom, isLimited, stop } = aSwipeArea();
  expect([swipe(), isLimited()]).toEqual([1, true]);
  zoom(2);
  expect([swipe(), isLimited()]).toEqual([1, false]);
  zoom(1.001);
  expect([swipe(), isLimited()]).toEqual([2, true]);
  stop();
  expect([swipe(), isLimited()]).toEqual([2, false]);
});

test('a swipe area that appears in a zoomed window does not swipe', () => {
  const first = aSwipeArea();
  first.zoom(2);
  const root = document.body.firstElementChild as HTMLElement;
  first.stop();
  const stop = trackSwipes(root, { current: { canGo: () => true, onMove: () => {}, onEnd: first.onEnd } });
  expect([first.swipe(), first.isLimited()]).toEqual([0, false]);
  stop();
});

import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { debounce } from '#src/lib/debounce.ts';
import { combineCleanups, listen } from '#src/lib/listen.ts';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { formatAbsoluteTime } from '#src/ui/text/relative-time.tsx';

interface Shown {
  on: HTMLElement;
  text: string;
  keys?: string | undefined;
}

const marked = '[data-tooltip], [data-tooltip-cut], time[datetime]';
const hoverDelayMs = 400;

/**
 * The page's only tooltip, for every element marked by `tooltip()` or `Truncated`, and every `<time>`: long lists need
 * no listeners of their own. It stays while hovered and closes on Escape (WCAG 1.4.13).
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown>();

  const follow = useCallback((layer: HTMLDivElement) => {
    let target: EventTarget | null = null;
    const hide = () => {
      pending.cancel();
      layer.hidePopover();
    };
    const pending = debounce(() => {
      const on = target instanceof Element ? target.closest<HTMLElement>(marked) : null;
      const tip = on ? tipFor(on) : undefined;
      hide();
      if (!tip?.on.isConnected) return;
      flushSync(() => setShown(tip));
      place(layer, tip.on);
      layer.showPopover({ source: tip.on });
    });
    const show = (next: EventTarget | null, delay: number) => {
      if (next instanceof Node && layer.contains(next)) return pending.cancel();
      target = next;
      pending.schedule(delay);
    };
    let pointedAt: EventTarget | null = null;
    const point = (event: PointerEvent) => {
      const next = underPointer(event);
      if (event.pointerType === 'touch' || next === pointedAt) return;
      pointedAt = next;
      show(next, hoverDelayMs);
    };
    const focus = (event: FocusEvent) => {
      if (!(event.target instanceof Element) || !event.target.matches(':focus-visible')) return;
      // A focused row shows its truncated text, but not beside an open record, where the focused one opens as well.
      const isBesideOpen = event.target.closest('ul, table')?.querySelector('[aria-current=true]');
      const cut = isBesideOpen ? null : event.target.querySelector('[data-tooltip-cut]');
      show(event.target.closest(marked) ?? cut, 0);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const options = { capture: true };
    return combineCleanups(
      ...(['pointerover', 'pointermove'] as const).map((type) => listen(document, type, point, options)),
      listen(document, 'focusin', focus, options),
      ...['focusout', 'pointerdown', 'scroll'].map((type) => listen(document, type, hide, options)),
      listen(document, 'keydown', key, options),
      pending.cancel,
    );
  }, []);

  return (
    <div
      ref={follow}
      popover="manual"
      aria-hidden="true"
      dir="auto"
      className="anchored floating mx-1 max-w-dialog whitespace-pre-wrap px-2 py-1 text-sm"
    >
      {shown?.text} {shown?.keys && <Kbd keys={shown.keys} className="ms-1 text-muted" />}
    </div>
  );
}

/** Distance between a tooltip and what it belongs to. */
const GAP_PX = 4;

/** The top bars of the page and the sidebar, and the help button, which overlays the page's bar. */
const topBar = 'header:has(> h1), header:not(main *, dialog *), main > button';

/**
 * Places the tooltip above its row, so that it covers neither the row nor the next one. In the sidebar it opens beside
 * its element; in a top bar below it, because there is no room above and the title is beside it.
 */
function place({ style }: HTMLElement, on: HTMLElement): void {
  const row = on.closest('.row, tr, li') ?? on;
  const above = on.getBoundingClientRect().top - row.getBoundingClientRect().top;
  const beside = on.closest('main, dialog') ? 'block-start span-inline-end' : 'inline-end';
  style.setProperty('position-area', on.closest(topBar) ? 'block-end span-inline-end' : beside);
  style.setProperty('margin-block', `${GAP_PX}px ${above + GAP_PX}px`);
}

/** The element under the pointer. In a row, whose link covers everything, it is the marked element below the link. */
function underPointer({ target, clientX, clientY }: PointerEvent): EventTarget | null {
  if (!(target instanceof Element) || !target.matches('.row a')) return target;
  return document.elementsFromPoint(clientX, clientY).find((element) => element.matches(marked)) ?? target;
}

function tipFor(on: HTMLElement): Shown | undefined {
  const { tooltip, tooltipKeys, tooltipCut } = on.dataset;
  if (tooltip) return { on, text: tooltip, keys: tooltipKeys };
  if (on instanceof HTMLTimeElement) return { on, text: formatAbsoluteTime(Date.parse(on.dateTime) / 1000) };
  const isCut = on.scrollWidth > on.clientWidth || on.scrollHeight > on.clientHeight + 1;
  return tooltipCut !== undefined && isCut ? { on, text: on.textContent ?? '' } : undefined;
}

/** Marks an element for the tooltip layer. The text must only repeat the element's accessible name. */
export function tooltip(text: string, shortcut?: string): { 'data-tooltip': string; 'data-tooltip-keys'?: string } {
  return shortcut ? { 'data-tooltip': text, 'data-tooltip-keys': shortcut } : { 'data-tooltip': text };
}

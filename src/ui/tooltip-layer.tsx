import { i18n } from '@lingui/core';
import { useEffect, useRef, useState } from 'react';
import { Kbd } from './kbd.tsx';
import { absoluteTime } from './time-words.ts';

interface Shown {
  on: HTMLElement;
  text: string;
  keys: string | undefined;
}

const marked = '[data-tooltip], [data-tooltip-cut], time[datetime]';
const restingTime = 400;

/**
 * The page's only tooltip, for every element marked by `tooltip()` or `Truncated`, and every `<time>`: long lists need
 * no listeners of their own. It stays while hovered and closes on Escape (WCAG 1.4.13).
 */
export function TooltipLayer() {
  const layer = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown>();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (target: EventTarget | null, delay: number) => {
      if (target instanceof Node && layer.current?.contains(target)) return clearTimeout(timer);
      const on = target instanceof Element ? target.closest<HTMLElement>(marked) : null;
      clearTimeout(timer);
      timer = setTimeout(() => setShown(on ? tipFor(on) : undefined), delay);
    };
    const hide = () => {
      clearTimeout(timer);
      setShown(undefined);
    };
    let pointedAt: EventTarget | null = null;
    const point = (event: PointerEvent) => {
      const target = underPointer(event);
      if (event.pointerType === 'touch' || target === pointedAt) return;
      pointedAt = target;
      show(target, restingTime);
    };
    const focus = (event: FocusEvent) => {
      if (!(event.target instanceof Element) || !event.target.matches(':focus-visible')) return;
      // A focused row shows its truncated text, not every exact time in it.
      show(event.target.closest(marked) ?? event.target.querySelector('[data-tooltip-cut]'), 0);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('pointerover', point, options);
    document.addEventListener('pointermove', point, options);
    document.addEventListener('focusin', focus, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('pointerdown', hide, options);
    document.addEventListener('scroll', hide, options);
    document.addEventListener('keydown', key, options);
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
    const tip = layer.current;
    if (!tip || !shown?.on.isConnected) return;
    tip.showPopover({ source: shown.on });
    return () => tip.hidePopover();
  }, [shown]);

  return (
    <div
      ref={layer}
      popover="manual"
      aria-hidden="true"
      dir="auto"
      className="anchored floating mx-1 max-w-dialog whitespace-pre-wrap px-2 py-1 text-sm [position-area:block-end]"
    >
      {shown?.text} {shown?.keys && <Kbd keys={shown.keys} className="ms-1 text-muted" />}
    </div>
  );
}

/**
 * The element under the pointer. The link of a row covers the whole row, so there the marked element beneath counts.
 */
function underPointer({ target, clientX, clientY }: PointerEvent): EventTarget | null {
  if (!(target instanceof Element) || !target.matches('.row a')) return target;
  return document.elementsFromPoint(clientX, clientY).find((element) => element.matches(marked)) ?? target;
}

function tipFor(on: HTMLElement): Shown | undefined {
  const { tooltip, tooltipKeys, tooltipCut } = on.dataset;
  if (tooltip) return { on, text: tooltip, keys: tooltipKeys };
  if (on instanceof HTMLTimeElement) {
    return { on, text: absoluteTime(i18n.locale, Date.parse(on.dateTime) / 1000), keys: undefined };
  }
  const isCut = on.scrollWidth > on.clientWidth || on.scrollHeight > on.clientHeight + 1;
  return tooltipCut !== undefined && isCut ? { on, text: on.textContent ?? '', keys: undefined } : undefined;
}

import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

/* Polyfills for jsdom: modal dialogs and popovers, limited to state and focus, and scrolling. */

// Node has these, but jsdom's window does not.
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });

// jsdom has no Request, and Node's rejects jsdom's AbortSignal, which React Router passes to every request.
globalThis.Request = class extends Request {
  readonly #signal: AbortSignal | null | undefined;

  constructor(input: RequestInfo | URL, { signal, ...init }: RequestInit = {}) {
    super(input, init);
    this.#signal = signal;
  }

  override get signal() {
    return this.#signal ?? super.signal;
  }
};

const focusable = 'input, select, textarea, button, a[href], [tabindex]';
const cameFrom = new WeakMap<Element, Element | null>();

HTMLDialogElement.prototype.showModal = function showModal() {
  cameFrom.set(this, document.activeElement);
  this.open = true;
  this.querySelector<HTMLElement>(focusable)?.focus();
};

HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  focusAgain(this);
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};

HTMLElement.prototype.showPopover = function showPopover() {
  if (this.dataset.shown !== undefined) return;
  cameFrom.set(this, document.activeElement);
  this.dataset.shown = '';
  // jsdom's default style sheet hides elements with the attribute.
  this.style.display = 'block';
  tellToggle(this, 'open');
};

HTMLElement.prototype.hidePopover = function hidePopover() {
  if (this.dataset.shown === undefined) return;
  delete this.dataset.shown;
  this.style.display = '';
  if (this.contains(document.activeElement)) focusAgain(this);
  tellToggle(this, 'closed');
};

// jsdom has no layout: scrolling is a no-op, and no element is at any point.
Element.prototype.scrollIntoView = function scrollIntoView() {};
Document.prototype.elementsFromPoint = () => [];

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[popovertarget]') : null;
  const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (popover?.dataset.shown === undefined) popover?.showPopover();
  else popover.hidePopover();
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const popover = [...document.querySelectorAll<HTMLElement>('[popover="auto"][data-shown]')].at(-1);
  if (popover) return popover.hidePopover();
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
});

function focusAgain(element: Element) {
  const before = cameFrom.get(element);
  if (before instanceof HTMLElement) before.focus();
}

function tellToggle(element: Element, newState: 'open' | 'closed') {
  queueMicrotask(() => element.dispatchEvent(Object.assign(new Event('toggle'), { newState })));
}

afterEach(cleanup);

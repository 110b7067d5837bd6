import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web';
import { afterAll } from 'vitest';

/* Polyfills for jsdom: modal dialogs, limited to state and focus, manual popovers, and scrolling. */

// Node has these, but jsdom's window does not.
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });

// jsdom has its own typed-array classes. The service checks Node buffers with `instanceof`, so restore Node's.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer);
globalThis.ArrayBuffer = Object.getPrototypeOf(Buffer.from('a').buffer).constructor;

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
  const before = cameFrom.get(this);
  if (before instanceof HTMLElement) before.focus();
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};

HTMLElement.prototype.showPopover = function showPopover() {
  this.dataset.shown = '';
  // jsdom's default style sheet hides elements with the attribute.
  this.style.display = 'block';
};

HTMLElement.prototype.hidePopover = function hidePopover() {
  delete this.dataset.shown;
  this.style.display = '';
};

// jsdom has no layout: scrolling is a no-op, and no element is at any point.
Element.prototype.scrollIntoView = function scrollIntoView() {};
Document.prototype.elementsFromPoint = () => [];

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
});

// Requests may take ten times as long: their limit would only fail tests on a busy machine.
const { timeout } = AbortSignal;
AbortSignal.timeout = (ms) => timeout.call(AbortSignal, 10 * ms);

// The next file runs in the same process, where an open channel would keep this file's window in memory.
const channels: BroadcastChannel[] = [];
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
};
afterAll(() => {
  for (const channel of channels) channel.close();
  AbortSignal.timeout = timeout;
});

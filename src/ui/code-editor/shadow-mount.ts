/**
 * The place inside an element where an editor lives: apart from the page's tree. There its style rules are an adopted
 * sheet, which the page's policy lets through; in the page itself they would be a style element, which it refuses.
 */
export function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: 'open' });
}

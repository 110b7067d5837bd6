/**
 * Shadow root for an editor. In it, the editor's styles are an adopted style sheet, which the page's CSP allows; in the
 * document they would be a style element, which it blocks.
 */
export function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: 'open' });
}

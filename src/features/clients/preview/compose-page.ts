/** Display options of the preview. */
export interface PreviewLook {
  width: 'phone' | 'desktop';
  scheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  /** Embedded in a customer's site, or on a standalone page with the guest CSS on top. */
  audience: 'embedded' | 'guest';
}

/** The client's own code, including unsaved edits. */
export interface ClientCode {
  html: string;
  css: string;
  guestCss: string;
}

/** Builds the preview page from the client's code. Does not sanitize: only `PreviewFrame` may render the result. */
export function composePage({ html, css, guestCss }: ClientCode, look: PreviewLook): string {
  const styles = [`:root { color-scheme: ${look.scheme} }`, css, ...(look.audience === 'guest' ? [guestCss] : [])];
  const head = styles.map((text) => `<style>${insideStyle(text)}</style>`).join('');
  const page = `<!doctype html><html lang="en" dir="${look.direction}"><head>${head}</head><body>${html}</body></html>`;
  return page.replace(PREFERENCE, (_, scheme: string) =>
    scheme.toLowerCase() === look.scheme ? '(min-width: 0)' : '(max-width: 0)',
  );
}

/** An iframe takes `prefers-color-scheme` from the browser, so the media query is replaced in the text. */
const PREFERENCE = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;

/** Only `</style` ends a style element; CSS can escape the slash without changing its meaning. */
const insideStyle = (css: string) => css.replace(/<\/(?=style)/gi, '<\\/');

/** How a page is looked at. */
export interface PreviewLook {
  width: 'phone' | 'desktop';
  scheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  /** Within a customer's site, or on a page of its own, where the CSS for guests comes on top. */
  audience: 'embedded' | 'guest';
}

/** What a client has of its own, as typed so far. */
export interface ClientCode {
  html: string;
  css: string;
  guestCss: string;
}

/** The page that a client's code makes: for `PreviewFrame` alone, nothing in it is made harmless here. */
export function composePage({ html, css, guestCss }: ClientCode, look: PreviewLook): string {
  const styles = [`:root { color-scheme: ${look.scheme} }`, css, ...(look.audience === 'guest' ? [guestCss] : [])];
  const head = styles.map((text) => `<style>${insideStyle(text)}</style>`).join('');
  const page = `<!doctype html><html lang="en" dir="${look.direction}"><head>${head}</head><body>${html}</body></html>`;
  return page.replace(PREFERENCE, (_, scheme: string) =>
    scheme.toLowerCase() === look.scheme ? '(min-width: 0)' : '(max-width: 0)',
  );
}

/** What a page prefers is told by the browser's own settings, so the question is answered in the text. */
const PREFERENCE = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;

/** Nothing in a style element ends it but its closing tag, which CSS may spell otherwise. */
const insideStyle = (css: string) => css.replace(/<\/(?=style)/gi, '<\\/');

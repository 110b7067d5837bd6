import type { BrowserContext, Page } from '@playwright/test';

/** Where a page leaks a token: its text, address, history, cookies or storage. Not for a page being typed into. */
export function tracesOf(page: Page, token: string): Promise<string[]> {
  return page.evaluate(async (secret) => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rowsOf = async ({ name = '' }: IDBDatabaseInfo) => {
      const database = await done(indexedDB.open(name));
      const names = Array.from(database.objectStoreNames);
      const stores = await Promise.all(
        names.map((each) => done(database.transaction(each).objectStore(each).getAll())),
      );
      database.close();
      return stores;
    };
    const textsOf = async (key: string) => {
      const answers = await (await caches.open(key)).matchAll();
      return Promise.all(answers.map(async (answer) => [answer.url, await answer.text()]));
    };
    const places = {
      address: location.href,
      'addresses asked': performance.getEntriesByType('resource').map(({ name }) => name),
      page: document.documentElement.outerHTML,
      title: document.title,
      history: history.state,
      'readable cookies': document.cookie,
      localStorage: { ...localStorage },
      sessionStorage: { ...sessionStorage },
      indexedDB: await Promise.all((await indexedDB.databases()).map(rowsOf)),
      caches: await Promise.all((await caches.keys()).map(textsOf)),
    };
    return Object.entries(places)
      .filter(([, value]) => JSON.stringify(value ?? null).includes(secret))
      .map(([place]) => place);
  }, token);
}

/** Records requests that carry the token in their address or referrer, or anywhere at all to another origin. */
export function watchToken(context: BrowserContext, token: string, allowed: string): () => string[] {
  const seen: string[] = [];
  context.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    const { referer = '', ...headers } = request.headers();
    const carried = JSON.stringify(headers) + (request.postData() ?? '');
    const isSaid = (pathname + search + referer).includes(token);
    if (isSaid || (carried.includes(token) && origin !== allowed)) seen.push(request.url());
  });
  return () => seen;
}

import type { Api } from '../api.ts';
import { methodNotAllowed, problem } from '../document/problem.ts';
import { addPath } from './route.ts';

/** Adds a documented path that this service does not support. */
export function addUnsupportedRoute(api: Api, methods: readonly string[], path: string, detail: string): void {
  addPath(api, methods, path);
  const reject = async () => {
    throw problem(501, '501', detail);
  };
  api.app.route({ method: [...methods], url: path, onRequest: reject, handler: reject });
}

/** Adds 405 responses for all other methods of the paths added so far. */
export function addMethodNotAllowedRoutes({ app, paths }: Api): void {
  for (const [path, methods] of paths) {
    const offered = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    const others = app.supportedMethods.filter((method) => !offered.includes(method));
    const reject = async () => {
      throw methodNotAllowed(offered);
    };
    app.route({ method: others, url: path, onRequest: reject, handler: reject });
  }
}

import { type ComponentType, use } from 'react';

/** A component whose code comes when it is first shown, or when `fetchCode` asks for it ahead. */
export type Part<Props> = ComponentType<Props> & {
  /** Resolves once the code is there. Rejects where it cannot be had; who asks later tries again. */
  fetchCode: () => Promise<ComponentType<Props>>;
};

const RETRY_MS = 1_000;

/**
 * Like `lazy`, to stand in a Suspense, but for what was fetched ahead: it is shown at once. Of a lazy component React
 * shows the fallback first, even when its code is there, and holds it for a third of a second.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let code: Promise<ComponentType<Props>> | undefined;
  const fetchCode = () => {
    if (code) return code;
    const loading = load();
    code = loading;
    loading.then(
      // By these React knows of a promise that its value need not be waited for.
      (value) => Object.assign(loading, { status: 'fulfilled', value }),
      // Whoever waits for it now has to hear that it failed.
      () => setTimeout(() => (code = undefined), RETRY_MS),
    );
    return loading;
  };
  const LoadedPart = (props: Props) => {
    const Loaded = use(fetchCode());
    return <Loaded {...props} />;
  };
  return Object.assign(LoadedPart, { fetchCode });
}

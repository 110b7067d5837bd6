import { type ComponentType, lazy, useState } from 'react';

/** A component whose code comes when it is first shown, or when `fetchCode` asks for it ahead. */
export type Part<Props> = ComponentType<Props> & {
  /** Resolves once the code is there. Rejects where it cannot be had; who asks later tries again. */
  fetchCode: () => Promise<ComponentType<Props>>;
};

const RETRY_MS = 1_000;

/**
 * Like `lazy`, to stand in a Suspense, but what was fetched ahead is shown at once: of a lazy component React shows the
 * fallback first, even when its code is there, and holds it for a third of a second.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const fetchCode = () => {
    if (loading) return loading;
    const asked = load();
    loading = asked;
    asked.then(
      (code) => {
        Loaded = code;
      },
      // Whoever waits for it now has to hear that it failed.
      () => setTimeout(forget, RETRY_MS),
    );
    return asked;
  };
  const awaited = () => lazy(async () => ({ default: await fetchCode() }));
  let Awaited = awaited();
  const forget = () => {
    loading = undefined;
    Awaited = awaited();
  };
  const LoadedPart = (props: Props) => {
    // It stays one component while it is shown: another in its place would forget what was typed.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Awaited);
    return <Shown {...props} />;
  };
  return Object.assign(LoadedPart, { fetchCode });
}

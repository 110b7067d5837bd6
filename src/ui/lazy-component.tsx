import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** A lazy component, loaded when first shown or when `fetchCode` prefetches it. */
export type Part<Props> = ComponentType<Props & PartProps> & {
  /** Resolves once the code has loaded. Rejects on failure; a later call retries. */
  fetchCode: () => Promise<ComponentType<Props>>;
};

interface PartProps {
  /** Fallback until the code has loaded. */
  standIn?: ReactNode;
}

const RETRY_MS = 1_000;

/** Like `lazy`, without Suspense: a prefetched component renders at once, never its fallback first. */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  let failedAt = Number.POSITIVE_INFINITY;
  const fetchCode = () => {
    // Callers share a failure for a second; a later call loads again.
    if (loading && performance.now() - failedAt < RETRY_MS) return loading;
    failedAt = Number.POSITIVE_INFINITY;
    loading = load();
    loading.then(
      (code) => {
        loaded = code;
      },
      () => {
        failedAt = performance.now();
      },
    );
    return loading;
  };
  const LoadedPart = ({ standIn = null, ...props }: Props & PartProps) => {
    const [{ Shown, failure }, setState] = useState<{ Shown?: ComponentType<Props> | undefined; failure?: unknown }>({
      Shown: loaded,
    });
    useLayoutEffect(() => {
      if (Shown) return undefined;
      let isMounted = true;
      fetchCode().then(
        (code) => isMounted && setState({ Shown: code }),
        (error: unknown) => isMounted && setState({ failure: error }),
      );
      return () => {
        isMounted = false;
      };
    }, [Shown]);
    if (failure !== undefined) throw failure;
    // Without our own prop, these are the component's props.
    return Shown ? <Shown {...(props as unknown as Props)} /> : standIn;
  };
  return Object.assign(LoadedPart, { fetchCode });
}

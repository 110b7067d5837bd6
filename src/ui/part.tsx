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
  const fetchCode = () => {
    if (loading) return loading;
    const asked = load();
    loading = asked;
    asked.then(
      (code) => {
        loaded = code;
      },
      // Delayed, so that current callers see the failure.
      () => setTimeout(() => (loading = undefined), RETRY_MS),
    );
    return asked;
  };
  const LoadedPart = ({ standIn = null, ...props }: Props & PartProps) => {
    const [{ Shown, failure }, setState] = useState<{ Shown?: ComponentType<Props> | undefined; failure?: unknown }>({
      Shown: loaded,
    });
    useLayoutEffect(() => {
      if (Shown) return;
      fetchCode().then(
        (code) => setState({ Shown: code }),
        (error: unknown) => setState({ failure: error }),
      );
    }, [Shown]);
    if (failure !== undefined) throw failure;
    // Without our own prop, these are the component's props.
    return Shown ? <Shown {...(props as unknown as Props)} /> : standIn;
  };
  return Object.assign(LoadedPart, { fetchCode });
}

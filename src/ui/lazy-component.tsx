import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { retryWithBackoff } from '#src/lib/delay.ts';

/** A lazy component, loaded when first shown or when `fetchCode` prefetches it. */
export type Part<Props> = ComponentType<Props & PartProps> & {
  /** Resolves once the code has loaded. If it rejects, a later call retries. */
  fetchCode: () => Promise<ComponentType<Props>>;
};

interface PartProps {
  /** Fallback until the code has loaded. */
  standIn?: ReactNode;
}

/**
 * Like `lazy`, without Suspense: a prefetched component renders at once, never its fallback first. If its code fails to
 * load, the fallback stays and the load is retried: the page works without it.
 */
export const part = <Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> =>
  requestedPart(() => retryWithBackoff(load));

/** As `part`, for what the user asks for: a failed load throws, so that the error boundary says what happened. */
export function requestedPart<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const fetchCode = () => {
    loading ??= load().then(
      (code) => {
        loaded = code;
        return code;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
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

import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, type ComponentType, memo, type ReactNode, useLayoutEffect, useState } from 'react';
import { retryWithBackoff } from '#src/lib/delay.ts';

/** A lazy component, loaded when first shown or when `preload` prefetches it. */
type LazyComponent<Props> = ComponentType<Props & LazyProps> & {
  /** Resolves once the code has loaded. If it rejects, a later call retries. */
  preload: () => Promise<ComponentType<Props>>;
};

interface LazyProps {
  /** Fallback until the code has loaded. */
  fallback?: ReactNode;
}

let typed = '';

/** Text typed into `KeystrokeBuffer` while the code of a field was loading. */
export const bufferedKeystrokes = (): string => typed;

/** Takes the focus; on unmount gives it back, so that the overlay loaded by then restores it when it closes. */
function holdFocus(input: HTMLInputElement) {
  const before = document.activeElement;
  input.focus();
  return () => {
    typed = '';
    if (before instanceof HTMLElement) before.focus();
  };
}

/** Keeps keystrokes from the page while the code of the field that they are meant for is loading. */
export function KeystrokeBuffer() {
  const { t } = useLingui();
  const keep = ({ target }: ChangeEvent<HTMLInputElement>) => {
    typed = target.value;
  };
  return (
    <input
      ref={holdFocus}
      aria-label={t`Loading…`}
      // On a phone, the keyboard should open only for the real field.
      inputMode="none"
      className="sr-only"
      // The key that asked for the field may still be held down.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onChange={keep}
    />
  );
}

/**
 * Like `lazy`, without Suspense, and memoized: a prefetched component renders at once, never its fallback first. If its
 * code fails to load, the fallback stays and the load is retried: the page works without it.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> =>
  requestedComponent(() => retryWithBackoff(load));

/** Like `lazyComponent`, for code that the user requests: a failed load throws, so that the error boundary shows it. */
export function requestedComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const preload = () => {
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
    // A prefetch ignores failures; rendering the component reports them.
    loading.catch(() => undefined);
    return loading;
  };
  const Loaded = ({ fallback = null, ...props }: Props & LazyProps) => {
    const [{ Shown, failure }, setState] = useState<{ Shown?: ComponentType<Props> | undefined; failure?: unknown }>({
      Shown: loaded,
    });
    useLayoutEffect(() => {
      if (Shown) return undefined;
      let isMounted = true;
      preload().then(
        (code) => isMounted && setState({ Shown: code }),
        (error: unknown) => isMounted && setState({ failure: error }),
      );
      return () => {
        isMounted = false;
      };
    }, [Shown]);
    if (failure !== undefined) throw failure;
    // Without our own prop, these are the component's props.
    return Shown ? <Shown {...(props as unknown as Props)} /> : fallback;
  };
  return Object.assign(memo(Loaded), { preload });
}

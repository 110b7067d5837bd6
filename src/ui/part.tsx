import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** A component whose code comes when it is first shown, or when `fetchCode` asks for it ahead. */
export type Part<Props> = ComponentType<Props & PartProps> & {
  /** Resolves once the code is there. Rejects where it cannot be had; who asks later tries again. */
  fetchCode: () => Promise<ComponentType<Props>>;
};

interface PartProps {
  /** Shown until the code is there. */
  standIn?: ReactNode;
}

const RETRY_MS = 1_000;

/** Like `lazy` without a Suspense around it: what was fetched ahead is shown at once, and never a stand-in before it. */
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
      // Whoever waits for it now has to hear that it failed.
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
    // Less the one property of ours, they are those of the component.
    return Shown ? <Shown {...(props as unknown as Props)} /> : standIn;
  };
  return Object.assign(LoadedPart, { fetchCode });
}

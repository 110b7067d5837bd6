import { Component, type ComponentType, createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { componentOf, page } from './router.ts';

/** How many routes are around a place. */
const Depth = createContext(0);

/** Where the page stands; within a page, where that which has an address within it stands. */
export function Outlet(): ReactNode {
  const depth = use(Depth);
  const route = useSyncExternalStore(page.subscribe, () => page.get().shown[depth]?.route);
  const failure = useSyncExternalStore(page.subscribe, () => {
    const { shown, failure } = page.get();
    return depth === shown.length - 1 ? failure : undefined;
  });
  if (!route) return null;
  const { ErrorBoundary } = route;
  if (failure && ErrorBoundary) return <ErrorBoundary error={failure.error} />;
  const Shown = componentOf(route) ?? Outlet;
  const shown = (
    <Depth value={depth + 1}>
      <Shown />
    </Depth>
  );
  return ErrorBoundary ? <Catch Instead={ErrorBoundary}>{shown}</Catch> : shown;
}

interface CatchProps {
  /** Stands in the place of what cannot be drawn. */
  Instead: ComponentType<{ error: unknown }>;
  children: ReactNode;
}

interface CatchState {
  caught?: { error: unknown } | undefined;
}

/** What cannot be drawn is tried again at the next address, or when asked for. */
class Catch extends Component<CatchProps, CatchState> {
  static getDerivedStateFromError = (error: unknown): CatchState => ({ caught: { error } });
  override state: CatchState = {};
  private stop = () => {};

  override componentDidMount() {
    const tryAgain = () => this.state.caught && this.setState({ caught: undefined });
    this.stop = page.subscribe(tryAgain);
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override componentWillUnmount() {
    this.stop();
  }

  override render() {
    const { Instead, children } = this.props;
    const { caught } = this.state;
    return caught ? <Instead error={caught.error} /> : children;
  }
}

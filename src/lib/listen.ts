/** Event types of the targets in use, by name. */
type EventsOf<Target> = Target extends Window
  ? WindowEventMap
  : Target extends Document
    ? DocumentEventMap
    : Target extends HTMLElement
      ? HTMLElementEventMap
      : Target extends MediaQueryList
        ? MediaQueryListEventMap
        : Target extends BroadcastChannel
          ? BroadcastChannelEventMap
          : Target extends Worker
            ? WorkerEventMap
            : object;

/** Combines functions that each end a subscription into one. */
export const combineCleanups =
  (...stops: readonly ((() => void) | undefined)[]): (() => void) =>
  () => {
    for (const stop of stops) stop?.();
  };

/** Adds an event listener; returns a function that removes it. */
export function listen<Target extends EventTarget, Name extends string>(
  target: Target,
  type: Name,
  handler: (event: Name extends keyof EventsOf<Target> ? EventsOf<Target>[Name] : Event) => void,
  options?: AddEventListenerOptions,
): () => void {
  // The name determines the event's type.
  const listener = handler as EventListener;
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
}

import type { LucideIcon } from 'lucide-react';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';

/** An action that the open page offers in the command palette. */
export interface PageAction {
  label: string;
  Icon: LucideIcon;
  /** Shortcut of the same action, such as `a`; the page handles it. */
  keys?: string | undefined;
  act: () => void;
}

type ReadActions = () => readonly PageAction[];

/** Action sources of the mounted components, innermost first. */
const sources: ReadActions[] = [];

/** Offers actions in the command palette while the component is mounted. `read` is called when the palette opens. */
export function usePageActions(read: ReadActions): void {
  const latest = useLatest(read);
  useAfterChange(true, () => {
    const source = () => latest.current();
    sources.push(source);
    return () => sources.splice(sources.indexOf(source), 1);
  });
}

/** Actions that the open page offers now. */
export const pageActions = (): PageAction[] => sources.flatMap((read) => read());

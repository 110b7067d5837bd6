import type { LucideIcon } from 'lucide-react';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';

/** What can be done with what is open. */
export interface PageAction {
  label: string;
  Icon: LucideIcon;
  /** Key that does the same, such as `a`; the page handles it. */
  keys?: string | undefined;
  act: () => void;
}

type ReadActions = () => readonly PageAction[];

/** Of the mounted parts of the page, the innermost first. */
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

/** What the open page offers now. */
export const pageActions = (): PageAction[] => sources.flatMap((read) => read());

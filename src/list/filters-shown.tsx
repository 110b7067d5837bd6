import { useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import type { Resource } from '#contract/resource.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';

/** The list whose filters a narrow window shows; without a press of the toggle it shows none but active ones. */
const shown = createStore<string | undefined>(undefined);

export const useFiltersShown = ({ type }: Resource): boolean => useStore(shown) === type;

/** Shows and hides the filters of a list in a narrow window. */
export function FilterToggle({ resource }: { resource: Resource }) {
  const { t } = useLingui();
  const isShown = useFiltersShown(resource);
  return (
    // Without a tooltip: its code is not part of the first screen.
    <Button
      kind="quiet"
      aria-label={t`Search and filters`}
      aria-expanded={isShown}
      className="max-md:h-11 md:hidden"
      onClick={() => shown.set(isShown ? undefined : resource.type)}
    >
      <SlidersHorizontal aria-hidden="true" className="size-5" />
    </Button>
  );
}

import { useEffect, useState } from 'react';

/**
 * Opens a popup on mount, for a trigger that replaces a button that was just pressed. Returns the trigger and its ref. A
 * synthetic click counts as keyboard activation, so that the first control of the popup takes the focus.
 */
export function useOpenedTrigger() {
  const [trigger, ref] = useState<HTMLElement | null>(null);
  useEffect(() => {
    trigger?.focus();
    trigger?.click();
  }, [trigger]);
  return { trigger, ref };
}

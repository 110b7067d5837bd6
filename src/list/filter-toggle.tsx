import { useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { IconButton } from '#src/ui/icon-button.tsx';

interface FilterToggleProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Button that shows or hides the search and filters in a narrow window, which has no room for them. */
export function FilterToggle({ isOpen, onOpen }: FilterToggleProps) {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`Search and filters`}
      aria-expanded={isOpen}
      className="md:hidden"
      onClick={() => onOpen(!isOpen)}
    >
      <SlidersHorizontal aria-hidden="true" />
    </IconButton>
  );
}

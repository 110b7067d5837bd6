import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, SlidersHorizontal } from 'lucide-react';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';

interface FilterToggleProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  className?: string;
}

/** Shows and hides what filters a list, which a narrow window has no room for. */
export function FilterToggle({ isOpen, onOpen, className }: FilterToggleProps) {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`Search and filters`}
      aria-expanded={isOpen}
      className={classNames('md:hidden', className)}
      onClick={() => onOpen(!isOpen)}
    >
      <SlidersHorizontal aria-hidden="true" />
    </IconButton>
  );
}

/** Content of the button that opens the menu of filters. */
export const FilterMenuWords = () => (
  <>
    <Plus aria-hidden="true" className="size-4" />
    <Trans>Filter</Trans>
  </>
);

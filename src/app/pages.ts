import { useLingui } from '@lingui/react/macro';
import type { ComponentProps, ComponentType } from 'react';
import { paths } from '#src/paths.ts';
import {
  CircleCheck,
  Eye,
  Inbox,
  KeyRound,
  Lightbulb,
  MessagesSquare,
  MonitorSmartphone,
  Settings,
} from '#src/ui/icons.tsx';

/** Class of a sidebar item: an `<a>` (or NavLink), with `aria-current="page"` on the current one. */
export const navItemClass =
  'ring-inside flex h-control items-center gap-2 rounded-box px-2 text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-ink [&>svg]:size-4 [&>svg]:shrink-0';

export interface Page {
  to: string;
  label: string;
  Icon: ComponentType<ComponentProps<'svg'>>;
  /** Shortcut that opens the page. */
  keys?: string;
  /** Class that orders its tab in a narrow window; pages without a tab are under "More". */
  tabOrder?: string;
}

/** The pages of the navigation. */
export function usePages(): Page[] {
  const { t } = useLingui();
  return [
    { to: paths.review(), label: t`Review`, Icon: CircleCheck, keys: 'g q', tabOrder: '' },
    { to: paths.mine(), label: t`My drafts`, Icon: Inbox, keys: 'g m', tabOrder: 'max-md:order-1' },
    { to: paths.watch(), label: t`Watch`, Icon: Eye, keys: 'g w', tabOrder: '' },
    { to: paths.rooms(), label: t`Rooms`, Icon: MessagesSquare, keys: 'g r', tabOrder: 'max-md:order-2' },
    { to: paths.clients(), label: t`Clients`, Icon: MonitorSmartphone, keys: 'g c' },
    { to: paths.keywords(), label: t`Keywords`, Icon: KeyRound, keys: 'g k' },
    { to: paths.suggestions(), label: t`Suggestions`, Icon: Lightbulb, keys: 'g s' },
    { to: paths.settings(), label: t`Settings`, Icon: Settings },
  ];
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody } from '#src/ui/overlay/dialog.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { overlay } from './overlay.ts';

/** What the open page is for, and its keys. */
export function PageHelp({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const [, section, inner] = pathname.split('/');
  const pages = usePages();
  const ofRecord = inner ? pages[`${section}/:id`] : undefined;
  const { title, text, keys } = pages[`${section}/${inner}`] ?? ofRecord ?? pages[section ?? ''] ?? pages[''] ?? NONE;
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <p>{text}</p>
        {keys.length > 0 && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 pointer-coarse:hidden">
            {keys.map(([key, does]) => (
              <div key={key} className="contents">
                <dt className="flex gap-1.5">
                  {key.split('|').map((one) => (
                    <Kbd key={one} keys={one} />
                  ))}
                </dt>
                <dd className="text-muted">{does}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className="pointer-coarse:hidden">
          <Button shortcut="?" onClick={() => overlay.set('sheet')}>
            {t`Keyboard shortcuts`}
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  );
}

interface Help {
  title: string;
  text: ReactNode;
  /** Keys, alternatives joined by a bar, and what they do. */
  keys: readonly (readonly [keys: string, does: string])[];
}

const NONE: Help = { title: '', text: '', keys: [] };

/** By the first segment of the path, or the first two; `:id` stands for any record. */
function usePages(): Record<string, Help> {
  const { t } = useLingui();
  const move = ['j|k', t`Next, previous`] as const;
  const open = ['Enter', t`Open`] as const;
  const search = ['/', t`Search`] as const;
  const table = [move, open, ['x', t`Select`], search] as const;
  return {
    '': {
      title: 'Countersign',
      text: (
        <Trans>
          Countersign is where drafts for visitors are reviewed, and where the chat widgets are set up. Choose a page on
          the side, or search for anything.
        </Trans>
      ),
      keys: [['Mod+k', t`Search or run a command`]],
    },
    review: {
      title: t`Review`,
      text: (
        <Trans>
          Drafts that colleagues wrote for visitors, the most urgent first. Read the conversation, then approve the
          draft, edit it, or reject it with a reason that its author sees. A decision is sent after a few seconds, and
          can be undone until then.
        </Trans>
      ),
      keys: [
        move,
        ['a', t`Approve`],
        ['e', t`Edit, then approve`],
        ['r', t`Reject`],
        ['z', t`Undo`],
        ['s', t`Skip until later`],
        ['f', t`Focus on one draft`],
        search,
      ],
    },
    mine: {
      title: t`My drafts`,
      text: (
        <Trans>
          The drafts you wrote, and what became of them; those you haven’t seen yet come first. A rejected one says why,
          and can be revised.
        </Trans>
      ),
      keys: [move, open, ['m', t`Mark read`], ['u', t`Back`]],
    },
    watch: {
      title: t`Watch`,
      text: (
        <Trans>
          Visitors who are waiting for staff, the longest wait first. The page keeps itself up to date, and can alert
          you when a visitor starts to wait.
        </Trans>
      ),
      keys: [move, open, ['f', t`Toggle wall display`]],
    },
    rooms: {
      title: t`Rooms`,
      text: (
        <Trans>
          All conversations with visitors and among staff, the latest first. Filter them, and open one to read it, to
          write a draft, or to see who takes part.
        </Trans>
      ),
      keys: table,
    },
    'rooms/:id': {
      title: t`Room`,
      text: (
        <Trans>
          One conversation, with its details, its members and the drafts for it. Write a draft below the conversation: a
          reviewer reads it before it is sent.
        </Trans>
      ),
      keys: [move, ['a', t`Approve`], ['e', t`Edit, then approve`], ['r', t`Reject`], ['z', t`Undo`], ['u', t`Back`]],
    },
    clients: {
      title: t`Clients`,
      text: (
        <Trans>
          The chat widgets that customers embed in their sites: code, styles, HTML and settings. The preview shows a
          change before you save it; a saved change is live at once.
        </Trans>
      ),
      keys: table,
    },
    keywords: {
      title: t`Keywords`,
      text: (
        <Trans>
          Words that visitors use, and what to answer to them. Reviewers see the keywords that match a conversation.
          Type into a cell to change it; import and export them as CSV.
        </Trans>
      ),
      keys: [...table, ['F2', t`Edit the cell`]],
    },
    'keywords/bench': {
      title: t`Test keywords`,
      text: <Trans>Type what a visitor might write, and see which keywords match it, and which can never match.</Trans>,
      keys: [],
    },
    suggestions: {
      title: t`Suggestions`,
      text: (
        <Trans>
          Prepared messages for a room, which staff can insert when they write. Put their messages in order, and choose
          the room by its name.
        </Trans>
      ),
      keys: table,
    },
    connections: {
      title: t`Workspaces`,
      text: (
        <Trans>
          The workspaces saved in this browser. Each has a name and a colour that tell it apart; access tokens are never
          saved here.
        </Trans>
      ),
      keys: [['g 1', t`Switch workspace`]],
    },
    settings: {
      title: t`Settings`,
      text: <Trans>How Countersign looks and behaves in this browser. Every change applies at once.</Trans>,
      keys: [],
    },
  };
}

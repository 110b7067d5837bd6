import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody } from '#src/ui/overlay/dialog.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { overlay } from './overlay.ts';

/** Help dialog: the purpose of the open page and its shortcuts. */
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

/** Help texts by the first one or two segments of the path; `:id` stands for any record. */
function usePages(): Record<string, Help> {
  const { t } = useLingui();
  const isRoomChosen = new URLSearchParams(useLocation().search).has('room');
  const move = ['j|k', t`Next, previous`] as const;
  const open = ['Enter', t`Open`] as const;
  const select = ['x', t`Select`] as const;
  const search = ['/', t`Search`] as const;
  const table = [move, open, select, search] as const;
  const undo = ['z', t`Undo`] as const;
  const back = ['u', t`Back`] as const;
  return {
    '': {
      title: 'Countersign',
      text: <Trans>Review drafts and manage chat widgets. Choose a page in the sidebar, or search.</Trans>,
      keys: [['Mod+k', t`Search or run a command`]],
    },
    review: {
      title: t`Review`,
      text: (
        <Trans>
          Drafts that colleagues wrote for visitors, most urgent first. Read the conversation, then approve, edit or
          reject the draft; its author sees the reason. Decisions are sent after a few seconds; until then, you can undo
          them.
        </Trans>
      ),
      keys: [
        move,
        ['a', t`Approve`],
        ['e', t`Edit, then approve`],
        ['r', t`Reject`],
        undo,
        ['s', t`Skip until later`],
        ['f', t`Focus on one draft`],
        search,
      ],
    },
    mine: {
      title: t`My drafts`,
      text: (
        <Trans>
          Drafts you wrote and their verdicts, new ones first. Rejected drafts show the reason and can be revised.
        </Trans>
      ),
      keys: [move, open, ['e', t`Revise`], ['m', t`Mark read`], back],
    },
    'mine/new': {
      title: t`New draft`,
      text: <Trans>Choose a room and write a draft for it; a reviewer checks it before it’s sent.</Trans>,
      keys: [...(isRoomChosen ? [['Mod+Enter', t`Send for review`] as const] : [move, open]), back],
    },
    watch: {
      title: t`Watch`,
      text: (
        <Trans>
          Visitors waiting for staff, longest wait first. Updates automatically, and can alert you when a visitor starts
          waiting.
        </Trans>
      ),
      keys: [
        move,
        open,
        ['w', t`Write`],
        ['e', t`Answered elsewhere`],
        undo,
        ['m', t`Mark read`],
        ['f', t`Toggle wall display`],
      ],
    },
    rooms: {
      title: t`Rooms`,
      text: (
        <Trans>
          All conversations with visitors and between staff, latest first. Open one to read it, write a draft or see its
          members.
        </Trans>
      ),
      keys: [...table, ['m', t`Mark read`]],
    },
    'rooms/:id': {
      title: t`Room`,
      text: (
        <Trans>
          One conversation with its details, members and drafts. Write a draft below it; a reviewer checks it before
          it’s sent.
        </Trans>
      ),
      keys: [move, ['a', t`Approve`], ['e', t`Edit, then approve`], ['r', t`Reject`], undo, back],
    },
    clients: {
      title: t`Clients`,
      text: (
        <Trans>
          Chat widgets that customers embed in their sites: code, CSS, HTML and settings. Preview changes before you
          save; saved changes go live immediately.
        </Trans>
      ),
      keys: [move, open, select],
    },
    'clients/:id': {
      title: t`Client`,
      text: (
        <Trans>
          One chat widget: code, CSS, HTML and settings. Unsaved changes are kept in this browser, and you can undo a
          save for a few seconds.
        </Trans>
      ),
      keys: [['Mod+Enter', t`Save`], undo, back],
    },
    'clients/new': {
      title: t`New client`,
      text: <Trans>Set up a chat widget, and check its preview before you create it.</Trans>,
      keys: [['Mod+Enter', t`Create`], back],
    },
    keywords: {
      title: t`Keywords`,
      text: (
        <Trans>
          Words that visitors use, with suggested replies. Reviewers see the ones that match a conversation. Edit them
          in the table, or import and export CSV.
        </Trans>
      ),
      keys: [...table, ['F2', t`Edit cell`]],
    },
    'keywords/bench': {
      title: t`Test keywords`,
      text: <Trans>See which keywords match a message, and which can never match.</Trans>,
      keys: [],
    },
    suggestions: {
      title: t`Suggestions`,
      text: <Trans>Ready-made messages to insert while writing. Choose the room and put the messages in order.</Trans>,
      keys: table,
    },
    connections: {
      title: t`Workspaces`,
      text: (
        <Trans>
          Workspaces saved in this browser, each with its own name and colour. Access tokens are never saved here.
        </Trans>
      ),
      keys: [['g 1', t`Switch workspace`]],
    },
    settings: {
      title: t`Settings`,
      text: <Trans>How Countersign looks and works in this browser. Changes apply immediately.</Trans>,
      keys: [],
    },
  };
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody } from '#src/ui/overlay/dialog.tsx';
import { overlay } from './overlay.ts';
import { type Shortcut, ShortcutList, useShortcutList } from './shortcut-sheet.tsx';

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
        <div className="flex flex-col items-start gap-4 pointer-coarse:hidden">
          <ShortcutList of={keys.map(([does, key = '']) => [does, key])} />
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
  /** Shortcuts; only the main key is shown. */
  keys: readonly Shortcut[];
}

const NONE: Help = { title: '', text: '', keys: [] };

/** Help texts by the first one or two segments of the path; `:id` stands for any record. */
function usePages(): Record<string, Help> {
  const { t } = useLingui();
  const isRoomChosen = new URLSearchParams(useLocation().search).has('room');
  const { review, lists, keywords, everywhere, watch } = useShortcutList();
  const { open, back } = lists;
  const move = [lists.next, lists.previous];
  const decide = [review.approve, review.edit, review.reject, review.undo];
  const table = [...move, open, lists.select, lists.search];
  return {
    '': {
      title: 'Countersign',
      text: <Trans>Review drafts and manage chat widgets. Choose a page in the sidebar, or search.</Trans>,
      keys: [everywhere.palette],
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
      keys: [...move, ...decide, review.skip, review.focus, lists.search],
    },
    mine: {
      title: t`My drafts`,
      text: (
        <Trans>
          Drafts you wrote and their verdicts, new ones first. Rejected drafts show the reason and can be revised.
        </Trans>
      ),
      keys: [...move, open, [t`Revise`, 'e'], review.markRead, back],
    },
    'mine/new': {
      title: t`New draft`,
      text: <Trans>Choose a room and write a draft for it; a reviewer checks it before it’s sent.</Trans>,
      keys: isRoomChosen ? [[t`Send for review`, 'Mod+Enter'], back] : [...move, open, back],
    },
    watch: {
      title: t`Watch`,
      text: (
        <Trans>
          Visitors waiting for staff, longest wait first. Updates automatically, and can alert you when a visitor starts
          waiting.
        </Trans>
      ),
      keys: [...move, open, watch.write, watch.answered, review.undo, review.markRead, watch.wall],
    },
    'watch/wall': {
      title: t`Wall display`,
      text: <Trans>Waiting visitors in big numbers, for a screen that everyone can see. Updates automatically.</Trans>,
      keys: [watch.wall],
    },
    rooms: {
      title: t`Rooms`,
      text: (
        <Trans>
          All conversations with visitors and between staff, latest first. Open one to read it, write a draft or see its
          members.
        </Trans>
      ),
      keys: [...table, review.markRead],
    },
    'rooms/:id': {
      title: t`Room`,
      text: (
        <Trans>
          One conversation with its details, members and drafts. Write a draft below it; a reviewer checks it before
          it’s sent.
        </Trans>
      ),
      keys: [...move, ...decide, back],
    },
    clients: {
      title: t`Clients`,
      text: (
        <Trans>
          Chat widgets that customers embed in their sites: code, CSS, HTML and settings. Preview changes before you
          save. You can undo a save for a few seconds; then it goes live.
        </Trans>
      ),
      keys: [...move, open, lists.select],
    },
    'clients/:id': {
      title: t`Client`,
      text: (
        <Trans>
          One chat widget: code, CSS, HTML and settings. Unsaved changes are kept in this browser, and you can undo a
          save for a few seconds.
        </Trans>
      ),
      keys: [[t`Save`, 'Mod+Enter'], review.undo, back],
    },
    'clients/new': {
      title: t`New client`,
      text: <Trans>Set up a chat widget, and check its preview before you create it.</Trans>,
      keys: [[t`Create`, 'Mod+Enter'], back],
    },
    keywords: {
      title: t`Keywords`,
      text: (
        <Trans>
          Words that visitors use, with suggested replies. Reviewers see the ones that match a conversation. Edit them
          in the table, or import and export CSV.
        </Trans>
      ),
      keys: [...table, keywords.editCell],
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
      keys: [everywhere.switchWorkspace],
    },
    settings: {
      title: t`Settings`,
      text: <Trans>How Countersign looks and works in this browser. Changes apply immediately.</Trans>,
      keys: [],
    },
  };
}

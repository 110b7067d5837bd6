import { memo } from 'react';
import type { Draft } from '../drafts.ts';

interface DraftRowProps {
  draft: Draft;
  isChosen: boolean;
  onChoose: (id: string) => void;
  onApprove: (id: string) => void;
  onEdit: (id: string) => void;
}

/** A row of the list, memoized. */
export const DraftRow = memo(function DraftRow({ draft, isChosen, onChoose, onApprove, onEdit }: DraftRowProps) {
  const { id, room, age, text, author } = draft;
  return (
    <li>
      <a href={`#${id}`} aria-current={isChosen} onClick={() => onChoose(id)}>
        <span>
          <b dir="auto">{room}</b>
          <small>{age}</small>
        </span>
        <span>
          <i dir="auto">{text}</i>
          <small dir="auto">{author}</small>
        </span>
      </a>
      <button type="button" aria-keyshortcuts="a" onClick={() => onApprove(id)}>
        Approve
      </button>
      <button type="button" aria-keyshortcuts="e" onClick={() => onEdit(id)}>
        Edit
      </button>
    </li>
  );
});

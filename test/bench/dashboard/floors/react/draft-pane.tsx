import type { SubmitEvent } from 'react';
import type { Draft } from '../drafts.ts';

interface DraftPaneProps {
  draft: Draft | undefined;
  isEditing: boolean;
  onApprove: (id: string, text: string) => void;
  onCancel: () => void;
}

/** The selected draft, for reading or editing. */
export function DraftPane({ draft, isEditing, onApprove, onCancel }: DraftPaneProps) {
  if (!draft) return <article aria-label="Draft" />;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onApprove(draft.id, String(new FormData(event.currentTarget).get('text')));
  };
  return (
    <article aria-label="Draft">
      <h2 dir="auto">
        {draft.author} for {draft.room}
      </h2>
      {isEditing ? (
        <form key={draft.id} aria-label="Edit" onSubmit={submit}>
          {/* biome-ignore lint/a11y/noAutofocus: the form opens at the press of a key, to be typed into. */}
          <textarea autoFocus name="text" aria-label="Text" rows={5} defaultValue={draft.text} />
          <button type="submit">Approve with edits</button>
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        </form>
      ) : (
        <p dir="auto">{draft.text}</p>
      )}
    </article>
  );
}

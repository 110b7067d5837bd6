import { Plural, Trans } from '@lingui/react/macro';
import { NotKept } from '#src/crud/not-kept.tsx';
import { SharedNotice } from '#src/crud/shared-notice.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { RowEditing } from './use-row-edits.ts';

/** Unsaved edits in the table, such as ones restored from an earlier visit. */
export function UnsavedNotice({ editing }: { editing: RowEditing }) {
  const { edits, openId, isKept, isShared, saveAll, discard } = editing;
  const left = [...edits].filter(([id, { state }]) => state === 'typed' && id !== openId).length;
  return (
    <>
      {!isKept && edits.size > 0 && <NotKept />}
      {isShared && <SharedNotice />}
      {left > 0 && (
        <Notice
          action={
            <span className="flex gap-2">
              <Button onClick={saveAll}>
                <Trans>Save all</Trans>
              </Button>
              <Button kind="quiet" onClick={() => discard()}>
                <Trans>Discard</Trans>
              </Button>
            </span>
          }
        >
          <Plural
            value={left}
            one="# row has changes that are typed and not saved."
            other="# rows have changes that are typed and not saved."
          />
        </Notice>
      )}
    </>
  );
}

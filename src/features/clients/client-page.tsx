import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { sendActionsOn, useDelayedAction } from '#src/bulk/delayed-actions.ts';
import { DeleteButton } from '#src/bulk/delete-button.tsx';
import { ChangesButton, RecordLoader, SaveButton, useOpenRecord } from '#src/form/record-form.tsx';
import { useRecordFormContext } from '#src/form/record-form-context.ts';
import { saveSubject } from '#src/form/use-delayed-save.ts';
import { after } from '#src/lib/delay.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { BackToList } from '#src/page/back-to-list.tsx';
import { backToList } from '#src/page/close-modal-route.ts';
import { TitledHeader } from '#src/page/page-title.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { ClientForm } from './client-form.tsx';

export function Component() {
  const { t } = useLingui();
  const { id, key, created, setCreated } = useOpenRecord<typeof clients>();
  if (id === undefined || created) return <ClientEditor key={key} client={created} onCreate={setCreated} />;
  return (
    <RecordLoader resource={clients} id={id} header={<ClientHeader title={t`Client`} />}>
      {({ row }) => <ClientAfterSave key={row.id} client={row} />}
    </RecordLoader>
  );
}

/** Sends an earlier save that is still in its undo window before the form opens, so that it shows the saved values. */
function ClientAfterSave({ client }: { client: Row<typeof clients> }) {
  const subject = saveSubject(clients, client.id);
  const isPending = useDelayedAction(subject) !== undefined;
  const [mustWait, setMustWait] = useState(isPending);
  useAfterChange(mustWait || undefined, () => sendActionsOn(subject));
  // The saved record reaches the page a task later.
  useAfterChange((mustWait && !isPending) || undefined, () => after(0, () => setMustWait(false)));
  if (!mustWait) return <ClientEditor client={client} />;
  return (
    <>
      <ClientHeader title={client.title} aside={client.code} />
      <SkeletonRows rows={4} />
    </>
  );
}

interface ClientEditorProps {
  /** Undefined for a new one. */
  client: Row<typeof clients> | undefined;
  /** Keeps the form mounted for the created client: it has text left to save. */
  onCreate?: (client: Row<typeof clients>) => void;
}

function ClientEditor({ client, onCreate }: ClientEditorProps) {
  const { t } = useLingui();
  return (
    <>
      <ClientHeader title={client?.title ?? t`New client`} aside={client?.code} />
      <ClientForm
        row={client}
        onSaved={(saved, isShown, isUnfinished) => {
          const { id, title } = saved;
          showToast({ text: client ? t`Saved “${title}”` : t`Created “${title}”`, tone: 'good' });
          if (isShown && (isUnfinished || client)) onCreate?.(saved);
          // Saving a deleted client recreates it under a new id.
          if (isShown && id !== client?.id) moveTo(id);
        }}
        buttons={
          <>
            {client && (
              <>
                <DeleteButton
                  resource={clients}
                  row={client}
                  name={client.title}
                  onDelete={() => backToList(paths.clients(), { replace: true })}
                />
                <UnsavedMark />
                <ChangesButton id={client.id} />
              </>
            )}
            <SaveButton />
          </>
        }
      />
    </>
  );
}

/** Shows a client in place of the page that created it, with the same way back. */
function moveTo(id: string): void {
  const { search, state } = currentLocation();
  void navigate(paths.client(id) + search, { replace: true, state });
}

function ClientHeader({ title, aside }: { title: string; aside?: ReactNode }) {
  const { t } = useLingui();
  return (
    <TitledHeader title={title} back={<BackToList path={paths.clients()} label={t`Back to clients`} />} aside={aside} />
  );
}

/** Says that unsaved changes are stored in this browser, and offers to undo a delayed save. */
function UnsavedMark() {
  const { isDirty, isReadOnly, undoSave } = useRecordFormContext();
  // Render nothing, so that the bar is empty and therefore hidden.
  if (isReadOnly) return null;
  return (
    <>
      <span role="status" className="text-muted text-sm max-sm:hidden">
        {undoSave ? <Trans>Saving…</Trans> : isDirty && <Trans>Unsaved – kept as a draft in this browser</Trans>}
      </span>
      {undoSave && (
        <Button onClick={undoSave}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </>
  );
}

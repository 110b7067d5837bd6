import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { refinementIssue, validationMessages } from '#src/form/validation-messages.ts';
import { moveView, type SavedView } from '#src/lib/storage/saved-views.ts';
import { tabId } from '#src/lib/tab-channel.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';

type ChangeViews = (change: (views: readonly SavedView[]) => readonly SavedView[]) => void;

const viewSchema = z.object({
  name: z.string().refine((name) => name.trim() !== '', refinementIssue({ code: 'blank' })),
});

interface ViewsDialogProps {
  path: string;
  saved: readonly SavedView[];
  changeViews: ChangeViews;
  onClose: () => void;
}

/** Saves the current page as a named view, and manages the saved ones. */
export function ViewsDialog({ path, saved, changeViews, onClose }: ViewsDialogProps) {
  const { t } = useLingui();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(viewSchema, validationMessages()),
    mode: 'onChange',
    defaultValues: { name: '' },
  });
  const submit = handleSubmit(({ name }) => {
    changeViews((all) => [...all, { id: `${tabId}-${Date.now()}`, name: name.trim(), path }]);
    onClose();
  });
  return (
    <Dialog
      title={t`Save view`}
      description={t`Save these filters and this order under a name. Stored in this browser.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <Field label={<Trans>Name</Trans>}>
            <Input autoFocus {...register('name')} />
          </Field>
          {saved.length > 0 && (
            <ul aria-label={t`Saved views`} className="flex flex-col gap-1">
              {saved.map((view, index) => (
                <ViewLine
                  key={view.id}
                  view={view}
                  isFirst={index === 0}
                  isLast={index === saved.length - 1}
                  changeViews={changeViews}
                />
              ))}
            </ul>
          )}
        </DialogBody>
        <DialogFooter leave={<Trans>Close</Trans>} onLeave={onClose}>
          <Button type="submit" kind="primary" disabled={!formState.isValid}>
            <Trans>Save view</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface ViewLineProps {
  view: SavedView;
  isFirst: boolean;
  isLast: boolean;
  changeViews: ChangeViews;
}

/** One saved view. A changed name is saved on each keystroke, unless it is empty. */
function ViewLine({ view, isFirst, isLast, changeViews }: ViewLineProps) {
  const { t } = useLingui();
  const { id } = view;
  const [typed, setTyped] = useState<{ over: string; text: string }>();
  // The label stays the same while typing: screen readers would announce each change.
  const name = typed?.over ?? view.name;
  const rename = (text: string) => {
    const next = text.trim();
    setTyped({ over: name, text });
    if (next) changeViews((all) => all.map((other) => (other.id === id ? { ...other, name: next } : other)));
  };
  const move = (by: 1 | -1) => changeViews((all) => moveView(all, id, by));
  return (
    <li className="flex items-center gap-1">
      <Input
        aria-label={t`Rename ${name}`}
        value={typed?.text ?? name}
        onChange={({ target }) => rename(target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <IconButton label={t`Move ${name} up`} disabled={isFirst} onClick={() => move(-1)}>
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton label={t`Move ${name} down`} disabled={isLast} onClick={() => move(1)}>
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton
        label={t`Delete ${name}`}
        onClick={() => changeViews((all) => all.filter((other) => other.id !== id))}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { FormField } from '#src/crud/form-field.tsx';
import { RecordForm } from '#src/crud/record-form.tsx';
import { SettingsField } from '#src/crud/settings-field.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { CodeField } from './editor/code-field.tsx';
import { PartTabs } from './editor/part-tabs.tsx';
import { type ClientPart, useClientPart } from './editor/use-client-part.ts';
import { LivePreview } from './preview/live-preview.tsx';

interface ClientFormProps {
  /** The client to edit; omit for a new one. */
  row?: Row<typeof clients>;
  onSaved: (client: Row<typeof clients>) => void;
  /** Embedding instructions, for an existing client. */
  embedding?: ReactNode;
  buttons: ReactNode;
}

/** The client form in tabs, with a live preview beside it. */
export function ClientForm({ row, onSaved, embedding, buttons }: ClientFormProps) {
  const { t } = useLingui();
  const [part, showPart] = useClientPart();
  const leave = t`Escape, then Tab, leaves the editor.`;
  const pane = (name: ClientPart) => ({
    className: part === name ? 'flex min-h-0 flex-1 flex-col gap-1' : 'hidden',
  });
  return (
    <RecordForm resource={clients} row={row} onSaved={onSaved} className="flex min-h-0 flex-1 flex-col">
      <div className="pane flex flex-col lg:grid lg:grid-cols-2">
        <div
          className={classNames(
            'flex min-h-0 min-w-0 flex-col overflow-y-auto border-line lg:border-e',
            part === 'preview' ? 'max-lg:shrink-0' : 'flex-1',
          )}
        >
          <div className={classNames('grid gap-4 p-4 pb-2 sm:grid-cols-2', part === 'preview' && 'max-lg:hidden')}>
            <FormField of={clients} name="title" label={<Trans>Title</Trans>} autoFocus={!row} />
            <FormField
              of={clients}
              name="code"
              label={<Trans>Code</Trans>}
              hint={!row && <Trans>Tells the widget apart from others. Left empty, the service makes one.</Trans>}
            />
          </div>
          <PartTabs part={part} hasEmbedding={embedding !== undefined} />
          <div className={classNames('flex min-h-72 flex-1 flex-col p-4 pt-2', part === 'preview' && 'max-lg:hidden')}>
            <div className={part === 'preview' ? 'flex min-h-0 flex-1 flex-col gap-1' : pane('html').className}>
              <CodeField
                name="default_embedded_html"
                label={t`HTML`}
                description={leave}
                onReveal={() => showPart('html')}
              />
            </div>
            <div {...pane('css')}>
              <CodeField
                name="default_embedded_css"
                label={t`CSS`}
                description={leave}
                onReveal={() => showPart('css')}
              />
            </div>
            <div {...pane('guest')}>
              <CodeField
                name="default_guest_css"
                label={t`CSS for guests`}
                description={leave}
                onReveal={() => showPart('guest')}
              />
            </div>
            <div {...pane('settings')}>
              <SettingsField name="settings" label={t`Settings`} onReveal={() => showPart('settings')} />
            </div>
            {embedding !== undefined && (
              <div className={part === 'embedding' ? 'flex flex-col gap-6' : 'hidden'}>{embedding}</div>
            )}
            <p className={part === 'settings' || part === 'embedding' ? 'hidden' : 'pt-1 text-muted text-sm'}>
              <Trans>Tab indents; Escape, then Tab, leaves the editor. Ctrl+F finds.</Trans>
            </p>
          </div>
        </div>
        <div className={classNames('flex min-h-0 min-w-0 flex-1 flex-col', part !== 'preview' && 'max-lg:hidden')}>
          <LivePreview />
        </div>
      </div>
      <footer className="flex min-h-bar shrink-0 flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-1.5 empty:hidden">
        {buttons}
      </footer>
    </RecordForm>
  );
}

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { clients } from '#contract/clients.ts';
import type { Row } from '#contract/resource.ts';
import { FormField } from '#src/crud/form-field.tsx';
import { RecordForm } from '#src/crud/record-form.tsx';

interface ClientFormProps {
  /** The client that is edited; left out for a new one. */
  row?: Row<typeof clients>;
  onSaved: (client: Row<typeof clients>) => void;
  /** What stands below the fields and is not typed. */
  children?: ReactNode;
  buttons: ReactNode;
}

/** What can be typed about a client, as the body of a page. */
export function ClientForm({ row, onSaved, children, buttons }: ClientFormProps) {
  return (
    <RecordForm resource={clients} row={row} onSaved={onSaved} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-wide flex-col gap-4 p-4">
          <div className="grid gap-4 md:grid-cols-2">
            <FormField of={clients} name="title" label={<Trans>Title</Trans>} autoFocus={!row} />
            <FormField
              of={clients}
              name="code"
              label={<Trans>Code</Trans>}
              hint={!row && <Trans>Tells the widget apart from others. Left empty, the service makes one.</Trans>}
            />
          </div>
          <FormField of={clients} name="default_embedded_html" label={<Trans>HTML</Trans>} rows={8} />
          <FormField of={clients} name="default_embedded_css" label={<Trans>CSS</Trans>} rows={8} />
          <FormField of={clients} name="default_guest_css" label={<Trans>CSS for guests</Trans>} rows={8} />
          <FormField
            of={clients}
            name="settings"
            label={<Trans>Settings</Trans>}
            hint={<Trans>As a JSON object.</Trans>}
            rows={6}
          />
          {children}
        </div>
      </div>
      <footer className="flex min-h-bar shrink-0 flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-1.5 empty:hidden">
        {buttons}
      </footer>
    </RecordForm>
  );
}

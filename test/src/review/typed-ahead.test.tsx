import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { BulkDialog } from '#src/features/review/bulk-dialog.tsx';
import { draftQuery } from '#src/features/review-queue/queue-query.ts';
import { EditForm } from '#src/outbox/edit-form.tsx';
import { ReasonForm } from '#src/outbox/reason-form.tsx';
import { KeystrokeBuffer, requestedComponent } from '#src/ui/lazy-component.tsx';
import { renderPage, startService } from '../render-page.tsx';
import { oneDraft } from './render-review-desk.tsx';

const nothing = () => undefined;
const forms = {
  edit: ({ draft }) => <EditForm draft={draft} onApprove={nothing} onCancel={nothing} />,
  reject: ({ draft }) => (
    <ReasonForm draft={draft} draftKey="reject.1" action="Send" onSend={nothing} onCancel={nothing} />
  ),
  'reject several': ({ draft }) => (
    <BulkDialog kind="reject" items={[{ draft, room: undefined, author: undefined }]} onClose={nothing} />
  ),
} satisfies Record<string, ComponentType<{ draft: Draft }>>;

test.each([
  ['edit', ' Soon.', 'It is on its way. Soon.'],
  ['reject', 'Too long', 'Too long'],
  ['reject', '{1>3/}', 'Wrong information'],
  ['reject several', 'Too long', 'Too long'],
  ['reject several', '{1>3/}', 'Wrong information'],
] as const)('the form to %s starts with %j, typed while its code was loading', async (form, keys, text) => {
  const { draft } = await oneDraft(await startService());
  const code = Promise.withResolvers<ComponentType<{ draft: Draft }>>();
  const Form = requestedComponent(() => code.promise);
  function Component() {
    const { data } = useQuery(draftQuery(String(draft.id)));
    return data && <Form draft={data.row} fallback={<KeystrokeBuffer />} />;
  }
  const { user } = await renderPage('/form', { routes: [{ path: '/form', Component }] });
  await screen.findByRole('textbox', { name: 'Loading…' });
  await user.keyboard(keys);
  await act(async () => code.resolve(forms[form]));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Text|Reason/ });
  expect(field.value).toBe(text);
  await user.keyboard('!');
  expect(field.value).toBe(`${text}!`);
});

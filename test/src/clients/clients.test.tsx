import { getAllByRole, getByRole, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { pageActions } from '#src/page/page-actions.ts';
import { aRoom } from '#test/builders.ts';
import { answering, holding, refusal, rewriting } from '#test/src/answering.ts';
import { fetchThrough } from '#test/tolerance/fetch-through.ts';
import { rewrites } from '#test/tolerance/rewrites.ts';
import { findToast } from '../render-page.tsx';
import { findPageAction, runPageAction } from '../run-page-action.ts';
import { codeOf, differenceNames, spokenOf, typeCode, writeCode } from './code-fields.ts';
import { field, show, showClient } from './one-client.tsx';

beforeEach(() => updateSettings({ undoSeconds: 0 }));

/** Waits until the draft is stored; the write is debounced. */
const waitUntilKept = (text: string) =>
  waitFor(() => expect(Object.values({ ...localStorage }).join()).toContain(JSON.stringify(text).slice(1, -1)));

test('creating a client opens its page, and saving it again stays there', async () => {
  const { user, service } = await show('/clients/new');
  await user.type(await field(/^Title/), 'Gannet');
  await writeCode('CSS for guests', 'p { margin: 0 }');
  await user.click(screen.getByRole('button', { name: /^Create/ }));
  await findToast('Created “Gannet”');
  await screen.findByRole('heading', { name: 'Gannet' });
  expect(currentLocation().pathname).toBe('/clients/1');
  expect((await field(/^Code/)).value).not.toBe('');

  await user.type(await field(/^Title/), ' line');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Saved “Gannet line”');
  expect(await screen.findByRole('heading', { name: 'Gannet line' })).toBeTruthy();
  await user.type(await field(/^Title/), 's');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Saved “Gannet lines”');
  const { record } = await service.send('GET', '/clients/1');
  expect(record.attributes).toMatchObject({ title: 'Gannet lines', default_guest_css: 'p { margin: 0 }' });
  expect(record.meta?.version).toBe('3');
});

test('code typed while a client is created stays in its editor, as an unsaved change of the client', async () => {
  const { wrapFetch, release } = holding((_, { method }) => method === 'POST');
  const { user, service } = await show('/clients/new?part=css', { wrapFetch });
  await user.type(await field(/^Title/), 'Gannet');
  await user.click(screen.getByRole('button', { name: /^Create/ }));
  const editor = await typeCode('CSS', 'p {}');
  release();
  await findToast('Created “Gannet”');
  await waitFor(() => expect(currentLocation()).toMatchObject({ pathname: '/clients/1', search: '?part=css' }));
  expect(await typeCode('CSS', 'p {} a {}')).toBe(editor);
  expect(screen.getByRole('heading', { name: 'Gannet' })).toBeTruthy();
  await screen.findByText('Unsaved – kept as a draft in this browser');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Saved “Gannet”');
  const { record } = await service.send('GET', '/clients/1');
  expect(record.attributes).toMatchObject({ title: 'Gannet', default_embedded_css: 'p {} a {}' });
  expect((await field(/^Code/)).value).toBe(record.attributes?.code);
  await navigate('/clients/new');
  await waitFor(async () => expect((await field(/^Title/)).value).toBe(''));
  expect(await codeOf('CSS')).toBe('');
});

test('the command palette offers the actions of a client’s page', async () => {
  const { user, service } = await showClient('/clients');
  await screen.findByRole('link', { name: 'Tidewater' });
  const offers = (...labels: string[]) =>
    waitFor(() => expect(new Set(pageActions().map(({ label }) => label))).toEqual(new Set(labels)));
  await offers('New client');
  await user.click(screen.getByRole('link', { name: 'Tidewater' }));
  await user.type(await field(/^Title/), ' line');
  await offers('Save', 'Delete', 'Test sign-in');
  expect(findPageAction('Save')?.keys).toBe('Mod+Enter');
  await runPageAction('Save');
  await findToast('Saved “Tidewater line”');
  expect((await service.send('GET', '/clients/1')).record.attributes).toMatchObject({ title: 'Tidewater line' });
  await runPageAction('Test sign-in');
  expect(await screen.findByText('Sign-in works')).toBeTruthy();
  expect(currentLocation().search).toBe('?part=embedding');
  await runPageAction('Delete');
  await waitFor(() => expect(currentLocation().pathname).toBe('/clients'));
});

test('code, settings and title are saved together, with their original line endings', async () => {
  const { user, service } = await showClient('/clients/1?part=settings', {
    default_embedded_css: 'a {\r\n}\r\n',
    settings: '{"greeting": "Ahoy", "limit": 7, "open": true, "hours": [8, 20]}',
  });
  expect(await codeOf('CSS')).toBe('a {\r\n}\r\n');
  const greeting = await field(/^Greeting/);
  await user.clear(greeting);
  await user.type(greeting, 'Hello');
  await user.click(screen.getByRole('checkbox', { name: 'Open' }));
  expect(screen.getByText(/: hours$/)).toBeTruthy();
  await writeCode('HTML', '<p>Hi</p>');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await findToast('Saved “Tidewater”');
  const { record } = await service.send('GET', '/clients/1');
  expect(record.attributes).toMatchObject({
    default_embedded_html: '<p>Hi</p>',
    default_embedded_css: 'a {\r\n}\r\n',
    settings: { greeting: 'Hello', limit: 7, open: false, hours: [8, 20] },
  });
});

test('invalid JSON in the settings is reported at its field, and its tab opens', async () => {
  const { user, requests } = await showClient('/clients/1');
  await writeCode('Settings as JSON', '{ "a": ');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText(/^Not valid JSON/)).toBeTruthy();
  await waitFor(() => expect(currentLocation().search).toBe('?part=settings'));
  expect(await spokenOf('Settings as JSON', 'aria-invalid')).toBe('true');
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  expect(await codeOf('Settings as JSON')).toBe('{ "a": ');
  await waitUntilKept('{ "a": ');
});

test('an error about a code field is shown at its editor, and the text stays', async () => {
  const refused = { status: '422', code: '100', title: 'Invalid', detail: 'Is no good CSS.' };
  const error = { ...refused, source: { pointer: '/data/attributes/default_embedded_css' } };
  const { user } = await showClient('/clients/1', undefined, {
    wrapFetch: answering((_, { method }) => method === 'PUT' && refusal(422, error)),
  });
  await writeCode('CSS', 'b {}');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('Is no good CSS.')).toBeTruthy();
  await waitFor(() => expect(currentLocation().search).toBe('?part=css'));
  expect(await spokenOf('CSS', 'aria-description')).toBe('Is no good CSS.');
  expect(await codeOf('CSS')).toBe('b {}');
  await waitUntilKept('b {}');
});

test('a concurrent change is merged field by field', async () => {
  const { user, service } = await showClient('/clients/1', {
    code: 'tide',
    default_embedded_css: 'a {}\n\n\n\nb {}\n',
  });
  await writeCode('CSS', 'a { color: red }\n\n\n\nb {}\n');
  await user.type(await field(/^Title/), ' mine');
  await service.update('clients', '1', {
    title: 'Tidewater theirs',
    code: 'wave',
    default_embedded_css: 'a {}\n\n\n\nb { margin: 0 }\n',
  });
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await user.click(await screen.findByRole('button', { name: 'Choose field by field' }));
  const merge = await screen.findByRole('dialog', { name: 'Yours and theirs' });
  const within = (name: string) => getByRole(merge, 'region', { name });
  expect(within('Title').textContent).toContain('Tidewater mine');
  expect(within('Title').textContent).toContain('Tidewater theirs');
  expect(getByRole<HTMLInputElement>(within('Code'), 'radio', { name: 'Theirs' }).checked).toBe(true);
  const save = getByRole(merge, 'button', { name: 'Apply and save' });
  expect(save.ariaDisabled).toBe('true');
  await user.click(getByRole(within('Title'), 'radio', { name: 'Theirs' }));
  const css = getByRole(within('CSS'), 'group', { name: 'CSS: keep' });
  await user.click(getByRole(css, 'radio', { name: 'Both' }));
  await user.click(save);
  await findToast('Saved “Tidewater theirs”');
  const { record } = await service.send('GET', '/clients/1');
  expect(record.attributes).toMatchObject({
    title: 'Tidewater theirs',
    code: 'wave',
    default_embedded_css: 'a { color: red }\n\n\n\nb { margin: 0 }\n',
  });
});

test('the embed code is copied without a clipboard API; a tested sign-in leaves neither token nor empty room', async () => {
  let given = '';
  const { user, container, service } = await showClient(
    '/clients/1?part=embedding',
    { injectable_code: '<script></script>' },
    {
      wrapFetch: rewriting(
        (url) => url.endsWith('/login'),
        ({ meta }) => {
          given = meta.access_token;
        },
      ),
    },
  );
  const { db } = service;
  const copied: string[] = [];
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }));
  document.execCommand = (command) => {
    const { activeElement } = document;
    if (command === 'copy' && activeElement instanceof HTMLTextAreaElement) copied.push(activeElement.value);
    return true;
  };
  await user.click(await screen.findByRole('button', { name: 'Copy' }));
  await findToast('Copied');
  expect(copied).toEqual(['<script></script>']);

  const kept = await aRoom(db, { name: 'Visitor of Tidewater', kind: 1 });
  await user.click(await screen.findByRole('button', { name: 'Test sign-in' }));
  expect(await screen.findByText('Sign-in works')).toBeTruthy();
  expect(screen.getByText('Expires')).toBeTruthy();
  expect(given).not.toBe('');
  const states = JSON.stringify(
    [queryClient.getQueryCache().getAll(), queryClient.getMutationCache().getAll()].flat().map(({ state }) => state),
  );
  for (const place of [states, container.innerHTML, JSON.stringify({ ...localStorage, ...sessionStorage })]) {
    expect(place).not.toContain(given);
  }
  expect(await screen.findByText('The empty room was deleted. The test visitor was kept.')).toBeTruthy();
  const left = await db.selectFrom('rooms').select('id').where('name', '=', 'Visitor of Tidewater').execute();
  expect(left).toEqual([{ id: kept.id }]);
});

test('testing the sign-in names the records that remain if the room cannot be deleted', async () => {
  const { user, requests, service } = await showClient('/clients/1?part=embedding', undefined, {
    wrapFetch: fetchThrough([rewrites['no permissions']]),
  });
  await user.click(await screen.findByRole('button', { name: 'Test sign-in' }));
  expect(await screen.findByText('The test visitor and empty room were kept.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
  const left = await service.db.selectFrom('rooms').select('id').where('name', '=', 'Visitor of Tidewater').execute();
  expect(left).toHaveLength(1);
});

test('a read-only client has an empty save bar, and says whom to ask', async () => {
  const { container } = await showClient('/clients/1', undefined, { role: 'agent' });
  expect(await screen.findByText('View only – ask an admin to make changes')).toBeTruthy();
  expect(container.querySelector('footer')?.childElementCount).toBe(0);
});

test('the list of changes shows what saving would do, and single fields can be reverted', async () => {
  const { user } = await showClient('/clients/1', { code: 'tide', default_embedded_css: 'a {}' });
  await user.type(await field(/^Title/), ' Ltd');
  await writeCode('CSS', 'b {}');
  await user.click(await screen.findByRole('button', { name: '2 changes' }));
  const changes = await screen.findByRole('dialog', { name: 'Changes' });
  const title = getByRole(changes, 'region', { name: 'Title' });
  expect([getByRole(title, 'deletion').textContent, getByRole(title, 'insertion').textContent]).toEqual([
    'Tidewater',
    'Tidewater Ltd',
  ]);
  const css = getByRole(changes, 'region', { name: 'CSS' });
  expect(await differenceNames(css)).toEqual(['CSS']);
  await user.click(getByRole(css, 'button', { name: 'Revert' }));
  expect(await codeOf('CSS')).toBe('a {}');
  expect(getAllByRole(changes, 'region')).toHaveLength(1);
  await waitUntilKept('Tidewater Ltd');
});

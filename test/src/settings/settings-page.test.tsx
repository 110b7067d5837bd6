import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connection } from '#src/api/connection.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { settingsRoutes } from '#src/routes.tsx';
import { renderPage } from '../render-page.tsx';

const routes = [{ path: '/connect', Component: () => <p>Sign in here</p> }, ...settingsRoutes];

test('each setting applies at once', async () => {
  const { user } = await renderPage('/settings', { routes });
  await user.click(await screen.findByRole('radio', { name: 'Dark' }));
  await user.click(screen.getByRole('radio', { name: 'Compact' }));
  await user.click(screen.getByRole('switch', { name: /Single-key shortcuts/ }));
  await user.click(screen.getByRole('switch', { name: 'Sound' }));
  expect(settings.get()).toMatchObject({ theme: 'dark', density: 'compact', shortcuts: false, alertSound: false });
});

test('a number out of range is reported at its field and not applied', async () => {
  const { user } = await renderPage('/settings', { routes });
  const field = await screen.findByRole<HTMLInputElement>('spinbutton', { name: /Refresh every/ });
  await user.clear(field);
  await user.type(field, '90');
  expect(await screen.findByText('Enter a whole number from 5 to 60.')).toBeTruthy();
  expect(settings.get().pollSeconds).toBe(9);

  await user.tab();
  expect(field.value).toBe('9');
  expect(screen.queryByText('Enter a whole number from 5 to 60.')).toBeNull();
});

test('reasons are one per line, without blank lines', async () => {
  const { user } = await renderPage('/settings', { routes });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Rejection reasons/ });
  await user.clear(field);
  await user.type(field, 'Too long{Enter}{Enter}  Too short ');
  expect(settings.get().rejectReasons).toEqual(['Too long', 'Too short']);
  expect(field.value).toBe('Too long\n\n  Too short ');
});

test('if there are too many reasons, the first nine are saved, and the field says so', async () => {
  const { user } = await renderPage('/settings', { routes });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Rejection reasons/ });
  await user.clear(field);
  await user.type(field, '1{Enter}2{Enter}3{Enter}4{Enter}5{Enter}6{Enter}7{Enter}8{Enter}9{Enter}10');
  expect(await screen.findByText('Only the first 9 are saved.')).toBeTruthy();
  expect(settings.get().rejectReasons).toHaveLength(9);
  expect(field.value).toContain('10');
  await user.tab();
  expect(field.value).not.toContain('10');
});

test.each([
  [true, 'This browser doesn’t support notifications here.'],
  [false, 'Only available over HTTPS.'],
])('without notifications, the switch says why it is off (secure context: %s)', async (isSecure, text) => {
  vi.stubGlobal('Notification', undefined);
  vi.stubGlobal('isSecureContext', isSecure);
  await renderPage('/settings', { routes });
  const control = await screen.findByRole<HTMLInputElement>('switch', { name: /Desktop notifications/ });
  expect(control.disabled).toBe(true);
  expect(screen.getByText(text)).toBeTruthy();
});

test('signing out removes the token and opens the sign-in page', async () => {
  const { user, service } = await renderPage('/settings', { routes });
  expect(await screen.findByText(service.origin)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(screen.getByText('Sign in here')).toBeTruthy());
  expect(connection.get()).toBeUndefined();
});

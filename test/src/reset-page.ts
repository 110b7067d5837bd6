import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { signOut } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { updateSavedConnections } from '#src/api/sign-in/connection-store.ts';
import { closeOverlay } from '#src/app/overlay.ts';
import { defaultSettings, settings } from '#src/lib/storage/settings.ts';
import { changeOutbox } from '#src/outbox/outbox-store.ts';
import { dismissToast, toasts } from '#src/ui/overlay/toasts.ts';
import { fireStorageEvent } from './browser-events.ts';

/* Every test starts with an empty page, signed out, with nothing stored or cached, and without mocks. */

export function dismissToasts(): void {
  for (const { id } of toasts.get()) dismissToast(id);
}

afterEach(() => {
  // Mounted queries would refetch on sign-out.
  cleanup();
  // Decisions that can still be undone would be sent on sign-out.
  changeOutbox(() => []);
  signOut();
  updateSavedConnections(() => []);
  queryClient.clear();
  dismissToasts();
  closeOverlay();
  settings.set(defaultSettings);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
  sessionStorage.clear();
  fireStorageEvent();
});

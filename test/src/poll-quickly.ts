import { settings } from '#src/lib/storage/settings.ts';

/** Polls several times a second, more often than the settings page allows. */
export const pollQuickly = () => settings.set({ ...settings.get(), pollSeconds: 0.3 });

import type { CDPSession } from '@playwright/test';

const MBIT = 1_000_000 / 8;

/** CPU and network conditions of a measurement. */
export const SETTINGS = {
  plain: { title: 'At full speed', cpu: 1, network: undefined },
  slow: {
    title: 'Slow: CPU 4 × slowed, 150 ms of latency, 1.6 Mbit/s',
    cpu: 4,
    network: { offline: false, latency: 150, downloadThroughput: 1.6 * MBIT, uploadThroughput: 1.6 * MBIT },
  },
} as const;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = ['plain', 'slow'] as const satisfies SettingName[];

export async function applySetting(cdp: CDPSession, name: SettingName): Promise<void> {
  const { cpu, network } = SETTINGS[name];
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (!network) return;
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', network);
}

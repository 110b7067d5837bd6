import { type Browser, chromium } from '@playwright/test';
import config from '../../playwright.config.ts';
import { findChromium } from '../../scripts/checks/chromium.ts';

/** The Chromium that people use. Throws with installation advice if there is none. */
export function launchBrowser(): Promise<Browser> {
  const found = findChromium('full');
  if ('advice' in found) throw new Error(found.advice);
  return chromium.launch({ ...config.use?.launchOptions, executablePath: found.path });
}

import { afterEach, beforeEach } from 'vitest';
import { makeDataDir, removeDataDir, type ServiceProcess, startService } from '#test/service-process.ts';

/** For each test of a file, an empty data folder, and services in processes of their own that end with the test. */
export function servicesForEachTest() {
  let dataDir: string;
  const running: ServiceProcess[] = [];
  beforeEach(() => {
    dataDir = makeDataDir();
  });
  afterEach(async () => {
    for (const service of running.splice(0)) await service.end('SIGKILL');
    removeDataDir(dataDir);
  });
  const start = async (settings: Record<string, string> = {}, folder = dataDir) => {
    const service = await startService(folder, settings);
    running.push(service);
    return service;
  };
  return { dataDir: () => dataDir, start };
}

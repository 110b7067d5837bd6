import { asRecord, jsonText } from '#src/lib/json.ts';
import { type ServerNotice, serverNotices } from './notices.ts';

/** Warnings that were shown, by connection. */
const announced = new Set<string>();

/** Removes the notices of a tenant; returns its new warnings, and until when it is busy, in ms since 1970. */
export function consumeNotices(key: string | undefined): { warnings: string[]; busyUntilMs: number | undefined } {
  const isOwn = (notice: ServerNotice) => notice.key === key;
  const taken = serverNotices.get().filter(isOwn);
  if (taken.length > 0) serverNotices.set(serverNotices.get().filter((notice) => !isOwn(notice)));
  const texts = taken.flatMap((notice) => ('warnings' in notice ? readWarnings(notice.warnings) : []));
  const warnings = [...new Set(texts)].filter((text) => !announced.has(`${key} ${text}`));
  for (const text of warnings) announced.add(`${key} ${text}`);
  const busy = taken.findLast((notice) => 'busyUntilMs' in notice);
  return { warnings, busyUntilMs: busy?.busyUntilMs };
}

/** Texts of `meta.warnings`, each with its title and detail. */
export function readWarnings(warnings: unknown): string[] {
  return (Array.isArray(warnings) ? warnings : [warnings]).map((warning) => {
    const { detail, title } = asRecord(warning) ?? {};
    const parts = [title, detail].filter((part) => part !== undefined && part !== null && part !== '');
    return [...new Set(parts.length > 0 ? parts : [warning])].map(jsonText).join(': ');
  });
}

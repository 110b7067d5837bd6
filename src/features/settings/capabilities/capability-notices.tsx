import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { capabilities, markAnnounced, unannouncedGaps } from '#src/api/capabilities.ts';
import { connection } from '#src/api/connection.ts';
import { type ServerNotice, serverNotices } from '#src/api/notices.ts';
import { asRecord, jsonText } from '#src/lib/json.ts';
import { navigate } from '#src/lib/router.ts';
import { useStore } from '#src/lib/store.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { paths } from '#src/paths.ts';
import { showToast, toasts } from '#src/ui/overlay/toasts.ts';

const ID = 'capabilities';
const BUSY = 'busy';
const LASTS_MS = 20_000;

/** Shows each missing capability and each server notice once, as a toast. */
export function CapabilityNotices() {
  const { t } = useLingui();
  const all = useStore(capabilities);
  const isOnPage = useLocation().pathname === paths.capabilities();
  const names = unannouncedGaps(all);
  useAfterChange(names.join() || undefined, () => {
    markAnnounced(names);
    // This page lists them itself.
    if (isOnPage) return;
    const standing = toasts.get().find(({ id }) => id === ID);
    const sentences = new Set(names.map((name) => missingCapabilityText(name, all[name]?.answer ?? '')));
    const before = standing?.detail ?? standing?.text;
    const [only, ...others] = sentences;
    const isOne = before === undefined && others.length === 0;
    showToast({
      id: ID,
      tone: 'plain',
      ...(isOne
        ? { text: only ?? '' }
        : {
            text: t`This server doesn’t support some features`,
            detail: [before, ...sentences].filter(Boolean).join(' '),
          }),
      lasts: LASTS_MS,
      action: { label: t`Show all`, onAct: () => void navigate(paths.capabilities()) },
    });
  });
  useServerNotices();
  return null;
}

/** Warnings stay until dismissed; a wait until it is over. */
function useServerNotices(): void {
  const { t } = useLingui();
  const key = useStore(connection)?.key;
  const count = useStore(serverNotices).length;
  useAfterChange(count || undefined, () => {
    const { warnings, busyUntilMs: until } = consumeNotices(key);
    for (const detail of warnings) {
      showToast({ tone: 'warn', text: t`Message from the server`, detail, lasts: Number.POSITIVE_INFINITY });
    }
    if (until === undefined) return;
    const text = t`The server is busy. Retrying automatically.`;
    showToast({ id: BUSY, tone: 'warn', text, until, lasts: Math.max(0, until - Date.now()) });
  });
}

/** Warnings that were shown, by connection. */
const announced = new Set<string>();

/** Removes the notices of a server; returns its new warnings, and until when it is busy, in ms since 1970. */
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

/** Describes a missing capability and its fallback in one sentence. Call while rendering (uses the current locale). */
function missingCapabilityText(name: string, answer: string): string {
  switch (name) {
    case 'counts':
      return t`This server doesn’t return totals. Use “Next” to page through lists.`;
    case 'meta.can':
      return t`This server doesn’t report your permissions. All actions are shown; some may be refused.`;
    case 'comment':
      return t`This server drops decision reasons. Countersign sends them again as an edit to the draft.`;
    case 'GET /users':
      return t`This server doesn’t list users. People are shown by ID.`;
    case 'GET /rooms/room_counts':
      return t`This server doesn’t count rooms by kind.`;
    case 'GET /rooms/{id}/history':
      return t`This server has no room history. Messages are shown instead.`;
    case 'PUT /rooms/{id}/approve_support_draft_messages':
    case 'PUT /rooms/{id}/reject_support_draft_messages':
    case 'PUT /support_draft_messages/mark_read_all_resolved':
      return t`This server can’t change several drafts at once. They’re sent one by one.`;
    default:
      return (
        partSentence(name) ??
        (isUpdate(name)
          ? t`This server rejects the update method: ${answer}. Try another one under Workspaces.`
          : t`This server doesn’t support ${name}.`)
      );
  }
}

/** Sentence for an included relationship or a sort, such as `GET /rooms sort[name]`. */
function partSentence(name: string): string | undefined {
  const [, path = '', kind, part = ''] = /^GET \/(\S+) (include|sort)\[(.+)\]$/.exec(name) ?? [];
  if (kind === 'include')
    return t`This server doesn’t include “${part}” with ${path}. Countersign loads it separately.`;
  if (kind === 'sort') return t`This server doesn’t sort ${path} by “${part}”. Countersign sorts the loaded rows.`;
  return undefined;
}

const isUpdate = (name: string) => /^PUT \/\w+\/\{id\}$/.test(name);

import { harbor } from '#server/demo/texts/harbor/harbor.ts';
import { lumen } from '#server/demo/texts/lumen/lumen.ts';
import type { CheckInput } from '#src/domain/checks/finding.ts';

/** Approved drafts of the demo data with the messages before them: texts that were not written for the checks. */
export function approvedDemoDrafts(): CheckInput[] {
  return [harbor, lumen].flatMap(({ clients }) =>
    clients.flatMap(({ settings, rooms }) =>
      rooms.flatMap(({ language, page, episodes }) => {
        const ownHosts = [page, ...originsOf(settings.allowed_origins)].map((origin) => new URL(origin).hostname);
        const turns = episodes.flatMap((episode) => episode.turns);
        return turns.flatMap((turn, index): CheckInput[] => {
          if (turn.kind !== 'draft' || turn.status !== 'approved') return [];
          const before = turns.slice(0, index);
          const byVisitor = before.flatMap((one) => (one.kind === 'message' && one.by === 'visitor' ? [one.text] : []));
          const byStaff = before.flatMap((one) =>
            (one.kind === 'message' ? one.by !== 'visitor' : one.status === 'approved') ? [one.text] : [],
          );
          const roomTexts = { byVisitor, byStaff, newerBy: undefined };
          return [{ text: turn.text, roomTexts, rejected: [], ownHosts, language }];
        });
      }),
    ),
  );
}

const originsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one.startsWith('http')) : [];

import { applyPatch, structuredPatch } from 'diff';
import type { Resource } from '#contract/resource.ts';
import { parseJson } from '#src/lib/json.ts';
import { changedNames, type FormValues } from '../form-values.ts';

/** Beyond this it is another text, and diffing takes quadratic time. */
const MOST_CHANGED_LINES = 800;

export type Side = 'mine' | 'theirs' | 'both';

/** One field that was changed since the record was opened. */
export interface MergeField {
  name: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Who changed it. */
  changedBy: Side;
  /** Both changes merged, if they do not overlap. */
  together: string | undefined;
}

/** The fields that differ between the three, except those that both sides changed alike. */
export function mergeFields(resource: Resource, base: FormValues, mine: FormValues, theirs: FormValues): MergeField[] {
  const [byMe, byThem] = [changedNames(mine, base), changedNames(theirs, base)];
  const differing = changedNames(mine, theirs);
  return Object.keys(base)
    .filter((name) => differing.includes(name))
    .map((name) => {
      const sides = { base: base[name], mine: mine[name], theirs: theirs[name] };
      const isBoth = byMe.includes(name) && byThem.includes(name);
      const changedBy = isBoth ? 'both' : byMe.includes(name) ? 'mine' : 'theirs';
      return { name, ...sides, changedBy, together: isBoth ? mergeTexts(resource, name, sides) : undefined };
    });
}

/** Their values overlaid with the chosen sides. */
export function mergeValues(
  fields: readonly MergeField[],
  theirs: FormValues,
  picks: Readonly<Record<string, Side>>,
): FormValues {
  const merged = { ...theirs };
  for (const { name, mine, together } of fields) {
    if (picks[name] === 'mine') merged[name] = mine;
    if (picks[name] === 'both') merged[name] = together;
  }
  return merged;
}

interface Sides {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

function mergeTexts(resource: Resource, name: string, { base, mine, theirs }: Sides): string | undefined {
  const kind = resource.attributes[name]?.kind;
  if (kind !== 'text' && kind !== 'object') return undefined;
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return undefined;
  const patch = structuredPatch(name, name, base, mine, undefined, undefined, {
    context: 1,
    maxEditLength: MOST_CHANGED_LINES,
  });
  const merged = patch !== undefined && applyPatch(theirs, patch);
  if (merged === false) return undefined;
  return kind === 'object' && parseJson(merged) === undefined ? undefined : merged;
}

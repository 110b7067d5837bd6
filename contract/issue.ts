import type { Attribute, AttributeKind } from './attribute.ts';

/**
 * A validation error: a code with parameters. The service turns it into an English `detail` and sends it as
 * `meta.issue`; the dashboard translates it.
 */
export type Issue =
  | { code: 'required' | 'blank' | 'empty' | 'not_an_id' | 'taken' | 'not_one_person' | 'nobody_else' | 'not_staff' }
  | { code: 'wrong_type'; expected: ValueKind }
  | { code: 'not_a_choice'; choices: readonly string[] }
  /** `kib`: the maximum size. */
  | { code: 'too_large'; kib: number }
  /** `most`: the maximum number of characters. */
  | { code: 'too_long'; most: number }
  | { code: 'too_many_ids'; most: number }
  | { code: 'unknown_names'; names: readonly string[] }
  /** `name`: the attribute that contradicts the value. */
  | { code: 'differs'; name: string };

/** Kinds validated by type alone. */
export type ValueKind = Exclude<AttributeKind, 'choice'>;

/** The parts of a Zod issue that `toIssue` uses: a raw issue, or one parsed with `reportInput`. */
export interface RawIssue {
  readonly code?: string | undefined;
  readonly path?: PropertyKey[] | undefined;
  readonly input?: unknown;
  readonly params?: unknown;
  readonly keys?: unknown;
  readonly maximum?: unknown;
}

/** Converts a Zod issue to an `Issue`. Custom refinements carry theirs in `params`. */
export function toIssue(raw: RawIssue, attributes: Readonly<Record<string, Attribute>>): Issue {
  // Custom issues only come from our refinements, which all set `params`.
  if (raw.code === 'custom') return raw.params as Issue;
  if (raw.code === 'unrecognized_keys') return { code: 'unknown_names', names: raw.keys as string[] };
  if (raw.input === undefined) return { code: 'required' };
  // Path within a list: its name, the element's index, the element's attribute.
  const [name, index, part] = raw.path ?? [];
  const whole = attributes[String(name)];
  const attribute = part === undefined ? whole : whole?.element?.[String(part)];
  const isElement = index !== undefined && part === undefined;
  if (raw.code === 'too_small') return { code: 'empty' };
  switch (attribute?.kind) {
    case 'choice':
      return { code: 'not_a_choice', choices: attribute.choices ?? [] };
    case 'ids':
      if (raw.code === 'too_big') return { code: 'too_many_ids', most: Number(raw.maximum) };
      return isElement ? { code: 'not_an_id' } : { code: 'wrong_type', expected: 'ids' };
    default:
      return { code: 'wrong_type', expected: isElement ? 'object' : (attribute?.kind ?? 'object') };
  }
}

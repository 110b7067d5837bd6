import type { Attribute, AttributeKind } from './attribute.ts';

/**
 * What is wrong with a value: a code with its parameters. The service puts it into the sentences of its answers and
 * sends it beside them as `meta.issue`; the dashboard puts it into the language of the page.
 */
export type Issue =
  | { code: 'required' | 'blank' | 'empty' | 'not_an_id' | 'taken' | 'not_one_person' | 'nobody_else' | 'not_staff' }
  | { code: 'wrong_type'; expected: ValueKind }
  | { code: 'not_a_choice'; choices: readonly string[] }
  /** `kib`: the most that is accepted. */
  | { code: 'too_large'; kib: number }
  | { code: 'too_many_ids'; most: number }
  | { code: 'unknown_names'; names: readonly string[] }
  /** `name`: of the attribute that says otherwise. */
  | { code: 'differs'; name: string };

/** Kinds whose values are known by their type alone. */
export type ValueKind = Exclude<AttributeKind, 'choice'>;

/** What `readIssue` reads of an issue of zod's: a raw one, or one of a parse with `reportInput`. */
export interface FoundIssue {
  readonly code?: string | undefined;
  readonly path?: PropertyKey[] | undefined;
  readonly input?: unknown;
  readonly params?: unknown;
  readonly keys?: unknown;
  readonly maximum?: unknown;
}

/**
 * Reads what zod found wrong with a value of the given attributes as one of our issues. The rules that zod does not have
 * bring theirs along as `params`.
 */
export function readIssue(found: FoundIssue, attributes: Readonly<Record<string, Attribute>>): Issue {
  // Custom issues come from refinements alone, and each of them carries its issue.
  if (found.code === 'custom') return found.params as Issue;
  if (found.code === 'unrecognized_keys') return { code: 'unknown_names', names: found.keys as string[] };
  if (found.input === undefined) return { code: 'required' };
  // In a list: its name, the index of an element, the name of a part.
  const [name, index, part] = found.path ?? [];
  const whole = attributes[String(name)];
  const attribute = part === undefined ? whole : whole?.element?.[String(part)];
  const isElement = index !== undefined && part === undefined;
  if (found.code === 'too_small') return { code: 'empty' };
  switch (attribute?.kind) {
    case 'choice':
      return { code: 'not_a_choice', choices: attribute.choices ?? [] };
    case 'ids':
      if (found.code === 'too_big') return { code: 'too_many_ids', most: Number(found.maximum) };
      return isElement ? { code: 'not_an_id' } : { code: 'wrong_type', expected: 'ids' };
    default:
      return { code: 'wrong_type', expected: isElement ? 'object' : (attribute?.kind ?? 'object') };
  }
}

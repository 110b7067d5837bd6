export type AttributeKind = 'string' | 'text' | 'boolean' | 'unix' | 'datetime' | 'object' | 'list' | 'ids' | 'choice';

/** Who may set a value: nobody but the service, the creating request, or any request. */
export type Writable = 'never' | 'create' | 'always';

/** One attribute of a resource, or one input of an action. The `Value` is carried by the type alone. */
export interface Attribute<Value = unknown> {
  kind: AttributeKind;
  write: Writable;
  /** Must be present and not blank when a record is created. */
  required: boolean;
  /** May be null on the wire. */
  nullable: boolean;
  /** What a created record gets when the request leaves the attribute out. */
  initial?: Value;
  /** Longest text accepted, in UTF-8 bytes. */
  maxBytes?: number;
  /** The values of a choice, in the order of their numeric codes, which start at 1. */
  choices?: readonly string[];
  /** Set where the text is source code, for editors. */
  language?: 'css' | 'html';
  /** The attributes of each element of a list of objects. */
  element?: Readonly<Record<string, Attribute>>;
}

export type Json = Record<string, unknown>;
type Options<Value> = Partial<Omit<Attribute<Value>, 'kind'>>;
/** Options that make a value nullable make its type so. */
type Result<Value, O> = Attribute<O extends { nullable: true } ? Value | null : Value>;

const KIB = 1024;
const base = { write: 'always', required: false, nullable: false } as const;

/** One line of text. */
export const string = <const O extends Options<string>>(options?: O) =>
  ({ ...base, kind: 'string', maxBytes: 64 * KIB, ...options }) as Result<string, O>;

/** Text of several lines. */
export const text = <const O extends Options<string>>(options?: O) =>
  ({ ...base, kind: 'text', maxBytes: 64 * KIB, ...options }) as Result<string, O>;

/** Source code kept as text, up to 512 KiB. */
export const code = (language: 'css' | 'html') =>
  ({ ...base, kind: 'text', nullable: true, maxBytes: 512 * KIB, language }) as Attribute<string | null>;

/** One of a fixed list of words. */
export const choice = <const C extends readonly string[], const O extends Options<C[number]>>(
  choices: C,
  options?: O,
) => ({ ...base, kind: 'choice', choices, ...options }) as Result<C[number], O>;

export const boolean = <const O extends Options<boolean>>(options?: O) =>
  ({ ...base, kind: 'boolean', ...options }) as Result<boolean, O>;

/** A time in whole seconds since 1970. */
export const unix = <const O extends Options<number>>(options?: O) =>
  ({ ...base, kind: 'unix', ...options }) as Result<number, O>;

/** A time as ISO 8601 in UTC with milliseconds. */
export const datetime = <const O extends Options<string>>(options?: O) =>
  ({ ...base, kind: 'datetime', ...options }) as Result<string, O>;

/** A JSON object whose keys the service does not interpret. */
export const object = (options?: Options<Json>) =>
  ({ ...base, kind: 'object', initial: {}, ...options }) as Attribute<Json>;

/** A list of objects with the given attributes. */
export const list = <const E extends Readonly<Record<string, Attribute>>>(element: E, options?: Options<Values<E>[]>) =>
  ({ ...base, kind: 'list', element, ...options }) as unknown as Attribute<Values<E>[]>;

/** Record ids, as an action takes them: decimal strings. */
export const ids = (options?: Options<string[]>) => ({ ...base, kind: 'ids', ...options }) as Attribute<string[]>;

/** The same attribute, set by the service alone. */
export const readonly = <Value>(attribute: Attribute<Value>): Attribute<Value> => ({ ...attribute, write: 'never' });

/** Names to attributes, as the object of their values. */
export type Values<A extends Readonly<Record<string, Attribute>>> = {
  -readonly [K in keyof A]: A[K] extends Attribute<infer Value> ? Value : never;
};

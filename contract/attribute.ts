export type AttributeKind = 'string' | 'text' | 'boolean' | 'unix' | 'datetime' | 'object' | 'list' | 'ids' | 'choice';

/** Which requests may set a value: none (server-assigned), only a create, or any write. */
export type Writable = 'never' | 'create' | 'always';

/** One attribute of a resource, or one input of an action. `Value` exists only at the type level. */
export interface Attribute<Value = unknown> {
  kind: AttributeKind;
  write: Writable;
  /** Must be present and non-blank on create. */
  required: boolean;
  /** May be null on the wire. */
  nullable: boolean;
  /** Default value on create. */
  initial?: Value;
  /** Maximum length: of a text in characters (code points), of a list of ids in ids. */
  maxLength?: number;
  /** Maximum size in UTF-8 bytes, of an object as JSON. */
  maxBytes?: number;
  /** Keys of an object that only the service may set. */
  reserved?: readonly string[];
  /** The allowed values, in the order of their numeric codes, which start at 1. */
  choices?: readonly string[];
  /** For source code: the language for syntax highlighting in editors. */
  language?: 'css' | 'html';
  /** The attributes of each element of a list of objects. */
  element?: Readonly<Record<string, Attribute>>;
}

export type Json = Record<string, unknown>;
type Options<Value> = Partial<Omit<Attribute<Value>, 'kind'>>;
/** Adds null to the value's type if `nullable` is set. */
type Result<Value, O> = Attribute<O extends { nullable: true } ? Value | null : Value>;

const KIB = 1024;
const base = { write: 'always', required: false, nullable: false } as const;

/** Single-line text, up to 255 characters. */
export const string = <const O extends Options<string>>(options?: O) =>
  ({ ...base, kind: 'string', maxLength: 255, ...options }) as Result<string, O>;

/** Multi-line text, up to 64 KiB. */
export const text = <const O extends Options<string>>(options?: O) =>
  ({ ...base, kind: 'text', maxBytes: 64 * KIB, ...options }) as Result<string, O>;

/** Source code, up to 512 KiB. */
export const code = (language: 'css' | 'html') =>
  ({ ...base, kind: 'text', nullable: true, maxBytes: 512 * KIB, language }) as Attribute<string | null>;

/** One of a fixed set of strings. */
export const choice = <const C extends readonly string[], const O extends Options<C[number]>>(
  choices: C,
  options?: O,
) => ({ ...base, kind: 'choice', choices, ...options }) as Result<C[number], O>;

export const boolean = <const O extends Options<boolean>>(options?: O) =>
  ({ ...base, kind: 'boolean', ...options }) as Result<boolean, O>;

/** A time in whole Unix seconds. */
export const unix = <const O extends Options<number>>(options?: O) =>
  ({ ...base, kind: 'unix', ...options }) as Result<number, O>;

/** A time as ISO 8601 in UTC with milliseconds. */
export const datetime = <const O extends Options<string>>(options?: O) =>
  ({ ...base, kind: 'datetime', ...options }) as Result<string, O>;

/** A JSON object that the service does not interpret, up to 64 KiB. */
export const object = (options?: Options<Json>) =>
  ({ ...base, kind: 'object', initial: {}, maxBytes: 64 * KIB, ...options }) as Attribute<Json>;

/** A list of objects with the given attributes. */
export const list = <const E extends Readonly<Record<string, Attribute>>>(element: E, options?: Options<Values<E>[]>) =>
  ({ ...base, kind: 'list', element, ...options }) as unknown as Attribute<Values<E>[]>;

/** Record ids in an action's input: decimal strings. */
export const ids = (options?: Options<string[]>) => ({ ...base, kind: 'ids', ...options }) as Attribute<string[]>;

/** The same attribute, assigned by the server only. */
export const readonly = <Value>(attribute: Attribute<Value>): Attribute<Value> => ({ ...attribute, write: 'never' });

/** Maps attribute declarations to the type of their values. */
export type Values<A extends Readonly<Record<string, Attribute>>> = {
  -readonly [K in keyof A]: A[K] extends Attribute<infer Value> ? Value : never;
};

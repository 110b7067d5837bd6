/** Properties of database errors that are logged. Others, such as `detail` and `where`, may quote rows. */
const LOGGED = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'errcode',
  'syscall',
] as const;
const MAX_CAUSES = 5;

interface DescribedError {
  [key: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

/** Describes an error for the log, without the contents of any record. */
export const serializeError = (error: unknown): DescribedError => describeWith(error, MAX_CAUSES);

function describeWith(error: unknown, causes: number): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name: type, message, stack = '', cause } = error;
  const described: DescribedError = { type, message, stack };
  for (const key of LOGGED) if (key in error) described[key] = Reflect.get(error, key);
  if (causes === 0) return described;
  if (cause !== undefined) described.cause = describeWith(cause, causes - 1);
  if (error instanceof AggregateError) described.errors = error.errors.map((each) => describeWith(each, causes - 1));
  return described;
}

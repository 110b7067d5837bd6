/** A command to run. */
export interface Call {
  settings: Record<string, string>;
  command: string;
  args: string[];
}

/** What a command printed, and its exit code. */
export interface Outcome {
  status: number | null;
  out: string;
  err: string;
}

// A child process that runs operators' commands, one for each message, and answers with their outcomes.
const ownEnvironment = { ...process.env };
let calls = 0;
let out = '';
let err = '';
process.stdout.write = (text: string | Uint8Array) => {
  out += text;
  return true;
};
process.stderr.write = (text: string | Uint8Array) => {
  err += text;
  return true;
};

process.on('message', async ({ settings, command, args }: Call) => {
  process.env = { ...ownEnvironment, ...settings };
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  process.exitCode = undefined;
  [out, err] = ['', ''];
  calls += 1;
  // A new query makes Node run the script again.
  await import(new URL(`../scripts/${command}.ts?call=${calls}`, import.meta.url).href);
  const outcome: Outcome = { status: Number(process.exitCode ?? 0), out: out.trim(), err: err.trim() };
  process.send?.(outcome);
});
process.send?.('ready');

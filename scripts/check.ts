import { codeChecks, installation } from './checks/code-checks.ts';
import { runChecks } from './checks/run-checks.ts';

await runChecks(codeChecks(installation('postgres')));

import { codeChecks, installation } from './checks/code-checks.ts';
import { runChecks } from './checks/run-checks.ts';
import { journeys } from './checks/test-runners.ts';

await runChecks([...codeChecks(installation('postgres', 'chromium')), journeys]);

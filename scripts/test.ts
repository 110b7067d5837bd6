import { codeChecks } from './checks/code-checks.ts';
import { runChecks } from './checks/run-checks.ts';
import { journeys } from './checks/test-runners.ts';

await runChecks([...codeChecks(['postgres', 'chromium']), journeys]);

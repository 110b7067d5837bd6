import { build, codeChecks, installation } from './checks/code-checks.ts';
import { runChecks } from './checks/run-checks.ts';
import { journeys } from './checks/test-runners.ts';

const programs = installation('postgres', 'chromium');
// The journeys and the other tests both wait a good part of their time, so they run together.
await runChecks([...codeChecks(programs), { ...journeys, isParallel: true, after: [programs, build] }]);

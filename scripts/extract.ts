import { runTool } from './checks/check.ts';

const { code, output } = await runTool('lingui', ['extract', '--clean']);
console.log(output);
process.exitCode = code ?? 1;

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of ten seconds and more, mostly spent waiting for processes, the longest first. */
const LONG = [
  'test/server/durability.test.ts',
  'test/server/main.test.ts',
  'test/postgres/outage.test.ts',
  'test/postgres/fairness.test.ts',
  'test/scripts/bench.test.ts',
  'test/server/sqlite-waits.test.ts',
  'test/server/transport.test.ts',
  'test/server/processes.test.ts',
  'test/server/sqlite-checkpoints.test.ts',
  'test/src/page/malformed-records.test.tsx',
  'test/src/keywords/keyword-table.test.tsx',
  'test/src/form/double-submits.test.tsx',
  'test/src/review/late-answers.test.ts',
];

/** Starts the long files first, so that none runs on alone at the end. Vitest knows durations only from earlier runs. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((path) => moduleId.endsWith(path));
      return at === -1 ? LONG.length : at;
    };
    // Stable: the others keep their order.
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

import { describe, expect, test } from 'vitest';
import { findMissingBuilds, type Lock } from '../../scripts/checks/lockfile.ts';

const tool = (version: string) => ({
  version,
  optionalDependencies: { 'tool-linux': version, 'tool-darwin': version },
});
const find = (packages: Lock['packages']) =>
  findMissingBuilds({ packages }).map(({ path, version }) => [path, version]);

describe('findMissingBuilds', () => {
  test('finds nothing if every build is present', () => {
    const builds = {
      'node_modules/tool-linux': { version: '2.0.0' },
      'node_modules/tool-darwin': { version: '2.0.0' },
    };
    expect(find({ '': {}, 'node_modules/tool': tool('2.0.0'), ...builds })).toEqual([]);
    const nested = { 'node_modules/app/node_modules/tool': tool('2.0.0'), ...builds };
    expect(find(nested)).toEqual([]);
  });

  test('finds a build that was left out', () => {
    const packages = { 'node_modules/tool': tool('2.0.0'), 'node_modules/tool-linux': { version: '2.0.0' } };
    expect(find(packages)).toEqual([['node_modules/tool-darwin', '2.0.0']]);
  });

  test('places a second version next to the package that needs it', () => {
    const packages = {
      'node_modules/tool': tool('2.0.0'),
      'node_modules/tool-linux': { version: '2.0.0' },
      'node_modules/tool-darwin': { version: '1.0.0' },
    };
    expect(find(packages)).toEqual([['node_modules/tool/node_modules/tool-darwin', '2.0.0']]);
  });

  test('ignores ranges: any version may satisfy them', () => {
    expect(find({ 'node_modules/a': { version: '1.0.0', optionalDependencies: { b: '^1.0.0' } } })).toEqual([]);
  });
});

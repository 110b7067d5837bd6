import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engine } from '#test/database-place.ts';
import * as documented from './spec-table/documented.ts';
import { endpointChecks } from './spec-table/endpoint-checks.ts';
import { type Check, createFixtures, type Fixtures } from './spec-table/fixtures.ts';
import * as general from './spec-table/general-checks.ts';
import { fieldChecks, filterChecks, stateChecks } from './spec-table/record-checks.ts';

const named = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([type, names]) => names.map((name) => `${type}.${name}`));

/** The rows of the service's documentation, and the check of each. */
const tables: Readonly<Record<string, [rows: readonly string[], checks: Readonly<Record<string, Check>>]>> = {
  general: [documented.GENERAL, general.generalChecks],
  shapes: [documented.SHAPES, general.shapeChecks],
  fields: [named(documented.FIELDS), fieldChecks],
  filters: [named(documented.FILTERS), filterChecks],
  states: [documented.STATES, stateChecks],
  endpoints: [documented.ENDPOINTS, endpointChecks],
  headers: [documented.HEADERS, general.headerChecks],
  parameters: [documented.PARAMETERS, general.parameterChecks],
  bodies: [documented.BODIES, general.bodyChecks],
  'status codes': [documented.STATUSES, general.statusChecks],
  errors: [documented.ERRORS, general.errorChecks],
  limits: [documented.LIMITS, general.limitChecks],
};

describe.each(Object.entries(tables))(`%s, on ${engine}`, (_, [rows, checks]) => {
  let fixtures: Fixtures;
  beforeAll(async () => {
    fixtures = await createFixtures();
  });
  afterAll(() => fixtures.close());

  test('every row has a check, and every check a row', () => {
    expect(Object.keys(checks).sort()).toEqual([...rows].sort());
  });

  test.each(rows)('%s', async (row) => {
    const check = checks[row];
    if (!check) throw new Error('No test covers this row.');
    await check(fixtures);
  });
});

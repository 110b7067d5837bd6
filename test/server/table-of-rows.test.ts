import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engine } from '#test/database-place.ts';
import * as documented from './rows/documented.ts';
import { domainChecks } from './rows/domain-checks.ts';
import { draftChecks } from './rows/draft-checks.ts';
import { endpointChecks } from './rows/endpoint-checks.ts';
import * as general from './rows/general-checks.ts';
import { readingChecks } from './rows/reading-checks.ts';
import { fieldChecks, filterChecks, stateChecks } from './rows/record-checks.ts';
import { DOMAIN, PROTOCOL } from './rows/wire-rows.ts';
import { type Check, createWorld, type World } from './rows/world.ts';
import { writingChecks } from './rows/writing-checks.ts';

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
  'decisions of the protocol': [PROTOCOL, { ...readingChecks, ...writingChecks }],
  'decisions of the domain': [DOMAIN, { ...draftChecks, ...domainChecks }],
};

describe.each(Object.entries(tables))(`%s, on ${engine}`, (_, [rows, checks]) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test('every row has a check, and every check a row', () => {
    expect(Object.keys(checks).sort()).toEqual([...rows].sort());
  });

  test.each(rows)('%s', async (row) => {
    const check = checks[row];
    if (!check) throw new Error('Nobody looks after this row.');
    await check(world);
  });
});

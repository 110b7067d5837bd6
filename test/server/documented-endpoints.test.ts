import { test } from 'vitest';
import { serviceForFile } from '#test/service.ts';
import { documentedEndpoints } from './documented-endpoints.ts';

const service = await serviceForFile();

test.each(Object.entries(documentedEndpoints))('%s', (_, check) => check(service));

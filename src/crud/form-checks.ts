import { z } from 'zod';
import { valueSchema } from '#contract/input.ts';

// For speed zod makes code out of text where it may; the page's policy forbids that, and each try is reported.
z.config({ jitless: true });

export { valueSchema };

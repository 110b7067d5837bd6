import type { Json } from '#contract/attribute.ts';
import { HOURS, MINUTES } from '../resources/waiting-history.ts';
import { objectSchema } from './json-schema.ts';

const UNIX = { type: 'integer', description: 'Unix seconds.' };

/** A list of exactly `length` figures, null where unknown. */
const series = (length: number, description: string): Json => ({
  type: 'array',
  description,
  items: { type: ['integer', 'null'], minimum: 0 },
  minItems: length,
  maxItems: length,
});

/** The response schema of `GET /rooms/waiting_history`. */
export const waitingHistory: Json = {
  ...objectSchema({
    recorded_since_unix: { ...UNIX, description: 'Waits are known from then on; earlier figures are null.' },
    as_of_unix: { ...UNIX, description: 'The last of the minutes: 30 to 90 seconds ago by default.' },
    minutes: objectSchema({
      from_unix: UNIX,
      counts: series(MINUTES, 'How many visitors were waiting at each full minute from then on.'),
    }),
    hours: objectSchema({
      from_unix: UNIX,
      starts: series(HOURS, 'How many waits began in each full hour from then on.'),
      median_seconds: series(
        HOURS,
        'How long these waits took: the median, of an even number the shorter of the middle two. Null while waits that are not over can change it, and if none began.',
      ),
    }),
  }),
  description:
    'How many visitors were waiting in support rooms. Figures never change until they are too old to be kept.',
};

import type { StaffRoom } from '../../script.ts';
import { episode, said } from '../../script.ts';

/** Internal rooms of Lumen's support. */
export const lumenStaffRooms: StaffRoom[] = [
  {
    name: 'Control room ⚡',
    description: 'Outages, data gaps, and who looks at what.',
    people: ['sofia', 'rafael', 'anjali', 'femi', 'greta', 'jonas'],
    episodes: [
      episode(
        '6d 2h',
        said(
          'femi',
          'The price change goes out on Friday. Expect bills, bills and bills. The calculator link is in the suggestions.',
        ),
        said('jonas', 'And the cat?'),
        said('femi', 'The cat is not to blame, as established.'),
      ),
      episode(
        '2h 40m',
        said(
          'anjali',
          'Data service is down since 6:20, the app shows 0 kWh for everyone in the south. Nothing is lost, the inverters keep it.',
        ),
        said('sofia', 'That explains Ms Winkler. Drafting.'),
        said('femi', 'Banner is up in the app.'),
      ),
    ],
  },
  {
    name: 'School visits',
    people: ['sofia', 'femi', 'jonas'],
    episodes: [
      episode(
        '13d 5h',
        said('sofia', 'Year 6 asked who switches the panels on. I am putting the answer on a mug.'),
        said('femi', 'Order six.'),
      ),
    ],
  },
  { name: 'Tariffs next year', isPrivate: true, people: ['femi', 'greta', 'rafael'], episodes: [] },
  {
    name: null,
    people: ['sofia', 'rafael'],
    episodes: [
      episode(
        '3d 7h',
        said('rafael', 'You write "polarity" again 😉'),
        said('sofia', 'To eleven-year-olds. I know. I know!'),
        said('rafael', 'The swapped cables were lovely, though.'),
      ),
    ],
  },
  {
    name: null,
    people: ['anjali', 'jonas'],
    episodes: [
      episode(
        '8d 2h',
        said('jonas', 'Can I say "guaranteed" about the dividend if it has been paid five years in a row?'),
        said('anjali', 'No. It was zero once, and members vote on it. Give the range and say that it may be less.'),
        said('jonas', 'Clear.'),
      ),
    ],
  },
];

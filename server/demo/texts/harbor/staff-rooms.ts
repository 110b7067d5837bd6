import type { StaffRoom } from '../../script.ts';
import { episode, said } from '../../script.ts';

/** Internal rooms of the Harbour Desk. */
export const harborStaffRooms: StaffRoom[] = [
  {
    name: 'Morning desk ☕',
    description: 'Who is in, what is broken, what the wind does.',
    people: [
      'tomas',
      'mina',
      'kwame',
      'ingrid',
      'yuki',
      'weiting',
      'priya',
      'luca',
      'aoife',
      'dmytro',
      'zeynep',
      'nomvula',
    ],
    episodes: [
      episode(
        '15d 1h',
        said(
          'ingrid',
          'Good morning all. Storm until tonight, so expect "is the boat running" until you hear it in your sleep. Short answers, no apologies for the weather.',
        ),
        said('zeynep', 'I have made a table with times and wind. Pinned.'),
        said('luca', 'Zeynep for president'),
      ),
      episode(
        '4d 5h',
        said(
          'kwame',
          'Reminder from the review chair: please read the room description before drafting. Three drafts to Mr Pym yesterday had abbreviations in them.',
        ),
        said('nomvula', 'Guilty. Will write "as soon as possible" in full from now on.'),
        said('aoife', 'He wrote to me again, by the way. He signed "A. Pym (Arthur)". I think we are friends.'),
      ),
      episode(
        '2h 55m',
        said(
          'ingrid',
          'Morning! Dmytro is at the dentist until eleven, Priya takes his rooms. Quiet so far, nine waiting.',
        ),
        said('priya', 'On it. The Olumide list is five answers, I will need a reviewer with time ☕☕'),
        said('mina', 'I have time and a biscuit. Send them.'),
        said('tomas', 'Saltbox biscuit?'),
        said('mina', 'Obviously.'),
      ),
    ],
  },
  {
    name: 'Reviewers',
    description: 'How we decide, so that two of us decide alike.',
    isPrivate: true,
    people: ['mina', 'kwame', 'weiting', 'ingrid', 'yuki'],
    episodes: [
      episode(
        '12d 3h',
        said(
          'mina',
          'Question of principle. A draft is right, friendly, and three times as long as it need be. Edit or reject?',
        ),
        said('kwame', 'Edit the first time, with a comment. Reject the second time. No one learns from silent edits.'),
        said(
          'weiting',
          'Agreed. In Chinese I also edit when the tone is a level too casual, but I always say which word.',
        ),
        said(
          'ingrid',
          'Good. I will write that into the handbook with your names under it, so that you cannot take it back.',
        ),
      ),
      episode(
        '1d 7h',
        said('kwame', 'Our median went from 11 minutes to 6 since we have the queue by longest wait. Just saying.'),
        said('mina', '📉❤️'),
      ),
    ],
  },
  {
    name: 'Bank & clinic: careful, please',
    description: 'Rules for rooms with account numbers or health in them.',
    isPrivate: true,
    people: ['ingrid', 'priya', 'tomas', 'nomvula', 'zeynep', 'mina', 'kwame', 'luca'],
    episodes: [
      episode(
        '20d 2h',
        said(
          'ingrid',
          'The two rules once more:\n1. Never repeat an account number, not even half of it.\n2. Never answer a medical question. "Should I stop the pills" is a medical question. So is "is it bad".',
        ),
        said('zeynep', 'What about "should I come without breakfast"?'),
        said('ingrid', 'Medical. The nurse decides about breakfasts.'),
        said('tomas', 'I drafted exactly that this morning and got it back, rightly. Point taken.'),
      ),
    ],
  },
  {
    name: 'Regatta weekend – planning',
    people: ['ingrid', 'aoife', 'tomas', 'luca', 'dmytro', 'mina'],
    episodes: [
      episode(
        '8d 6h',
        said(
          'aoife',
          'Hotel is full, school is full, the ferry runs every 40 minutes, the bakery doubles. We need one more person on Saturday from 8 to 14.',
        ),
        said('dmytro', 'I can do Saturday if I get Monday off.'),
        said('ingrid', 'Deal.'),
      ),
      episode(
        '3d 3h',
        said(
          'luca',
          'Template for lost children, lost dogs and lost oars is in the suggestions now. Please use it in that order.',
        ),
        said('tomas', 'You forgot lost hats. There are always hats.'),
        said('luca', 'hats added'),
      ),
    ],
  },
  {
    name: 'Winter rota (draft)',
    description: 'Opens on the first of next month.',
    people: ['ingrid', 'yuki', 'mina', 'kwame'],
    episodes: [],
  },
  {
    name: null,
    people: ['tomas', 'mina'],
    episodes: [
      episode(
        '9d 3h',
        said('mina', 'Your glow plug answer was very good, Kwame only took out the sucking on the fuel line 😅'),
        said('tomas', 'My grandfather did it all his life'),
        said('mina', 'And how did he smell?'),
        said('tomas', '…approved.'),
      ),
      episode(
        '5h 30m',
        said('tomas', 'Could you look at the Amara one when you have a minute? She is usually quick to reply.'),
        said('mina', 'Yes, after the Olumide five.'),
      ),
    ],
  },
  {
    name: null,
    people: ['tomas', 'ingrid'],
    episodes: [
      episode(
        '6d 4h',
        said('ingrid', 'How are you finding the new queue?'),
        said('tomas', 'I like that I can see why something came back, without asking around. And that it says who.'),
        said('ingrid', 'Good to hear. Tell me when it annoys you, too.'),
      ),
    ],
  },
  {
    name: null,
    people: ['mina', 'kwame'],
    episodes: [
      episode(
        '4d 2h',
        said('kwame', 'Did we both just open the Whitlock draft?'),
        said('mina', 'We did. I approved, you got "already approved". At least now it tells you.'),
        said('kwame', 'It even told me that it was you, and 12 seconds ago. I felt watched.'),
      ),
      episode('40m', said('mina', 'Lunch at one? Fish rolls.'), said('kwame', 'Fish rolls. 🐟')),
    ],
  },
  {
    name: null,
    people: ['kwame', 'aoife'],
    episodes: [
      episode(
        '11d 4h',
        said('aoife', 'Why did "Hi Ben! Sorry about the mess 😅" come back? I thought friendly was good?'),
        said(
          'kwame',
          'Friendly is good. He had been let down three times and his kids were on the quay. The emoji grins while he is angry.',
        ),
        said('aoife', 'Ok. Yes. I see it now.'),
      ),
    ],
  },
  {
    name: null,
    people: ['yuki', 'ingrid'],
    episodes: [
      episode(
        '9d 7h',
        said(
          'yuki',
          'The clinic asked for calmer colours in their widget. I changed the green, could you have a look on your phone in the dark?',
        ),
        said('ingrid', 'Looks good. The button is a bit small for my thumb.'),
        said('yuki', '44 pixels now.'),
      ),
      episode(
        '7h 45m',
        said('yuki', 'Merged the keyword lists of bank and city office; "IBAN" was in there four times.'),
        said('ingrid', 'Thank you!'),
      ),
    ],
  },
  {
    name: null,
    people: ['weiting', 'priya'],
    episodes: [
      episode(
        '5d 5h',
        said('priya', '瑋婷, is 亲 too casual for Mr Wang?'),
        said('weiting', 'Much too casual! 王先生 is right. He runs a noodle shop, but he used to be a headmaster.'),
        said('priya', 'Noted, thank you 🙏'),
      ),
    ],
  },
];

import type { Person } from './demo-tenant.ts';
import type { StaffAssignment } from './schedule-episode.ts';

/** Assigns a room's roles to its own staff. Reviewers may also come from outside the room. */
export function assignStaff(keys: readonly string[], people: readonly Person[], random: () => number): StaffAssignment {
  const staff = keys.map((key) => findPerson(key, people));
  const agents = staff.filter(({ role }) => role === 'agent').map(({ key }) => key);
  const reviewers = people.filter(({ role }) => role === 'reviewer').map(({ key }) => key);
  const seniors = people.filter(({ role }) => role !== 'agent' && role !== 'reviewer').map(({ key }) => key);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)];
  const desk = agents[0] ?? keys[0] ?? '';

  return {
    desk,
    author: () => {
      const chance = random();
      // Reviewers occasionally write drafts, so that they have verdicts to read too.
      if (chance < 0.06) return pick(keys.filter((key) => reviewers.includes(key))) ?? desk;
      return chance < 0.68 ? desk : (pick(agents) ?? desk);
    },
    reviewer: (author) => {
      const others = (from: readonly string[]) => from.filter((key) => key !== author);
      const near = others(reviewers.filter((key) => keys.includes(key)));
      const chance = random();
      const from = chance < 0.55 && near.length > 0 ? near : others(chance < 0.9 ? reviewers : seniors);
      return pick(from) ?? '';
    },
  };
}

function findPerson(key: string, people: readonly Person[]) {
  const person = people.find((candidate) => candidate.key === key);
  if (!person) throw new Error(`The demo texts refer to ${key}, who is not in the staff list.`);
  return person;
}

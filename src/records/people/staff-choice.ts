import { users } from '#contract/users.ts';
import { ApiError } from '#src/api/errors.ts';
import { lacks } from '#src/api/offers/offers.ts';
import { type RecordChoice, recordChoice } from '#src/crud/record-choice.ts';
import { personName } from './person-name.ts';

/** Staff picker, searched by name. */
export const staffChoice = byIdAtLeast(
  recordChoice(users, { by: 'name_like', label: personName, filter: { kind: 'staff' } }),
);

const PEOPLE = `GET /${users.type}`;

/** Accepts a typed id as is if the tenant does not list users. */
function byIdAtLeast(choice: RecordChoice): RecordChoice {
  const search: RecordChoice['search'] = async (text) => {
    const id = text.trim();
    const typed = /^\S+$/.test(id) ? [{ id, label: personName({ id }) }] : [];
    if (lacks(PEOPLE)) return typed;
    try {
      return await choice.search(text);
    } catch (error) {
      if (!isRefusal(error) || typed.length === 0) throw error;
      return typed;
    }
  };
  const find: RecordChoice['find'] = async (id) => {
    if (lacks(PEOPLE)) return { id, label: personName({ id }) };
    try {
      return await choice.find(id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { id, label: personName({ id }) };
    }
  };
  return { ...choice, search, find };
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.kind === 'refused' && error.status !== 401;

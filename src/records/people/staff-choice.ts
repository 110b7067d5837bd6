import { users } from '#contract/users.ts';
import { ApiError } from '#src/api/errors.ts';
import { type RecordChoice, recordChoice } from '#src/crud/record-choice.ts';
import { personName } from './person-name.ts';

/** Staff to choose from by name. */
export const staffChoice = byIdAtLeast(
  recordChoice(users, { by: 'name_like', label: personName, filter: { kind: 'staff' } }),
);

/** Where the tenant does not tell its people, a typed id is taken as it is. */
function byIdAtLeast(choice: RecordChoice): RecordChoice {
  const search: RecordChoice['search'] = async (text) => {
    const id = text.trim();
    try {
      return await choice.search(text);
    } catch (error) {
      if (!isRefusal(error) || !/^\d+$/.test(id)) throw error;
      return [{ id, label: personName({ id }) }];
    }
  };
  const find: RecordChoice['find'] = async (id) => {
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

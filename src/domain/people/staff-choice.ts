import { users } from '#contract/users.ts';
import { ApiError } from '#src/api/errors.ts';
import { type ReferenceSource, referenceSource } from '#src/form/fields/reference-select.tsx';
import { userNameOrId } from './user-name.ts';

const everyone = referenceSource(users, { by: 'name_like', label: userNameOrId });
const staff = referenceSource(users, { by: 'name_like', label: userNameOrId, filter: { kind: 'staff' } });

/** Staff picker, searched by name. Offers everyone if the server lists no staff: it may name kinds differently. */
export const staffChoice = byIdAtLeast({
  ...staff,
  search: async (text) => {
    const found = await staff.search(text);
    return found.length > 0 || (await staff.search('')).length > 0 ? found : everyone.search(text);
  },
});

/** Accepts a typed id as is if users cannot be listed. */
function byIdAtLeast(choice: ReferenceSource): ReferenceSource {
  const search: ReferenceSource['search'] = async (text) => {
    const id = text.trim();
    const typed = /^\S+$/.test(id) ? [{ id, label: userNameOrId({ id }) }] : [];
    try {
      return await choice.search(text);
    } catch (error) {
      if (!isRefusal(error) || (typed.length === 0 && !error.isUnsupported)) throw error;
      return typed;
    }
  };
  const find: ReferenceSource['find'] = async (id) => {
    try {
      return await choice.find(id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { id, label: userNameOrId({ id }) };
    }
  };
  return { ...choice, search, find };
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'refused' && error.status !== 401;

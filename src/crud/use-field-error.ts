import { get, useFormState } from 'react-hook-form';

/** What is wrong with the input of the given name or path; undefined where nothing is. */
export function useFieldError(path: string): string | undefined {
  const { errors } = useFormState({ name: path });
  const message: unknown = get(errors, `${path}.message`) ?? get(errors, `${path}.root.message`);
  return typeof message === 'string' && message !== '' ? message : undefined;
}

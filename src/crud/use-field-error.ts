import { get, useFormState } from 'react-hook-form';

/** Error of the input with the given name or path; undefined if valid. */
export function useFieldError(path: string): string | undefined {
  const { errors } = useFormState({ name: path });
  const message: unknown = get(errors, `${path}.message`) ?? get(errors, `${path}.root.message`);
  return typeof message === 'string' && message !== '' ? message : undefined;
}

import { screen, waitFor } from '@testing-library/react';

/** Finds a reference picker, once its chunk has loaded and it accepts input. */
export const findPicker = (name: RegExp) =>
  waitFor(() => {
    const field = screen.getByRole<HTMLInputElement>('combobox', { name });
    if (field.readOnly) throw new Error('The picker is not ready yet.');
    return field;
  });

/** Finds an option of a picker that can be chosen: while a search runs, the matches of the previous one are disabled. */
export const findOption = (name: string | RegExp) =>
  waitFor(() => {
    const option = screen.getByRole('option', { name });
    if (option.ariaDisabled === 'true') throw new Error('The search is still running.');
    return option;
  });

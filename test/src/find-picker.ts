import { screen, waitFor } from '@testing-library/react';

/** Finds a reference picker, once its chunk has loaded and it accepts input. */
export const findPicker = (name: RegExp) =>
  waitFor(() => {
    const field = screen.getByRole<HTMLInputElement>('combobox', { name });
    if (field.readOnly) throw new Error('The picker is not ready yet.');
    return field;
  });

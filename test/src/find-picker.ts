import { screen, waitFor } from '@testing-library/react';

/** The field in which a record is found by name, once its code is there and it can be typed into. */
export const findPicker = (name: RegExp) =>
  waitFor(() => {
    const field = screen.getByRole<HTMLInputElement>('combobox', { name });
    if (field.readOnly) throw new Error('The picker is not ready yet.');
    return field;
  });

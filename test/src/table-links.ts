import { screen, within } from '@testing-library/react';

/** The texts of the links in the page's table: the name of each row. */
export const tableLinks = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent);

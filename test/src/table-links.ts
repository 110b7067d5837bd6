import { screen, within } from '@testing-library/react';
import { textsOf } from './texts-of.ts';

/** The texts of the links in the page's table: the name of each row. */
export const tableLinks = () => textsOf(within(screen.getByRole('table')).getAllByRole('link'));

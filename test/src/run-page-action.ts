import { act } from '@testing-library/react';
import { pageActions } from '#src/page/page-actions.ts';

export const findPageAction = (label: string) => pageActions().find((action) => action.label === label);

/** Runs an action that the page offers in the palette. */
export const runPageAction = (label: string) => act(async () => findPageAction(label)?.act());

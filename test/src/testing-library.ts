import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/** Prints the page only when the message is read: the failing attempts of `waitFor` throw unread errors. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  const get = () => getElementError(message, container).message;
  return Object.defineProperty(error, 'message', { configurable: true, get });
}

configure({
  // Strict mode mounts components and runs effects twice, which reveals missing cleanup.
  reactStrictMode: true,
  // Far more than a busy machine needs: a passing test returns as soon as its state is reached.
  asyncUtilTimeout: 60_000,
  getElementError: elementError,
});

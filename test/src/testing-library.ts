import { configure } from '@testing-library/react';

configure({
  // Strict mode mounts components and runs effects twice, which reveals missing cleanup.
  reactStrictMode: true,
  // Far more than a busy machine needs: a passing test returns as soon as its state is reached.
  asyncUtilTimeout: 60_000,
});

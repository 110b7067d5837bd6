import { configure } from '@testing-library/react';

configure({
  // Mounts each component twice and runs each effect twice, so that what is not cleaned up shows.
  reactStrictMode: true,
  // Far more than a busy machine needs: a test that passes waits for a state, and never so long.
  asyncUtilTimeout: 90_000,
});

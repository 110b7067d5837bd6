import type { FastifyRequest } from 'fastify';

const HSTS = 'max-age=63072000';
/** Browser features that no page of the service uses. */
const DISABLED_FEATURES = [
  ...['accelerometer', 'bluetooth', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'serial', 'usb'],
];

/**
 * Security headers of every response. By default a response is data, which browsers must not render or frame; pages
 * replace the policy with their own.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  // Does not affect CORS requests from the configured origins.
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': DISABLED_FEATURES.map((power) => `${power}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const WITH_HSTS = { ...SECURITY_HEADERS, 'strict-transport-security': HSTS };

/** Security headers for a response. Adds HSTS for TLS requests, including those reported by a trusted proxy. */
export const securityHeaders = ({ protocol }: Pick<FastifyRequest, 'protocol'>) =>
  protocol === 'https' ? WITH_HSTS : SECURITY_HEADERS;

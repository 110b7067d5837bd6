import type { FastifyRequest } from 'fastify';

const HSTS = 'max-age=63072000';
/** Browser powers that no page of the service uses. */
const POWERS = [
  ...['accelerometer', 'bluetooth', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'serial', 'usb'],
];

/**
 * What every answer says to browsers, whoever gives it. By itself an answer is data: nobody shall take it for a page, or
 * show it within one. Pages put a policy of their own in its place.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  // Pages of the listed origins are let in by CORS, which this does not touch.
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': POWERS.map((power) => `${power}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const BEHIND_TLS = { ...SECURITY_HEADERS, 'strict-transport-security': HSTS };

/** The headers for the answer to a request; over TLS, as a trusted proxy tells, also that it has to stay so. */
export const securityHeaders = ({ protocol }: Pick<FastifyRequest, 'protocol'>) =>
  protocol === 'https' ? BEHIND_TLS : SECURITY_HEADERS;

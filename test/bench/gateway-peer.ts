import { Agent, createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Without `TENANT`, a tenant that answers at once with a page of a list, and never below `/hang`. With `TENANT`, a bare
 * pipe to that tenant: no routes, no rules, no limits.
 */
const { TENANT } = process.env;
const RECORDS = 25;
const MEDIA_TYPE = 'application/vnd.api+json';

const page = Buffer.from(
  JSON.stringify({
    data: Array.from({ length: RECORDS }, (_, index) => ({
      id: `${index + 1}`,
      type: 'rooms',
      attributes: { name: `Room ${index}`, description: 'Where is my parcel? '.repeat(10), is_private: false },
    })),
  }),
);
let hanging = 0;
const asTenant: RequestListener = ({ url }, response) => {
  response.setHeader('content-type', MEDIA_TYPE);
  if (url === '/rapi/v1/hanging') return response.end(`${hanging}`);
  if (url !== '/rapi/v1/hang') return response.setHeader('content-length', page.length).end(page);
  hanging += 1;
  response.once('close', () => {
    hanging -= 1;
  });
};

const agent = new Agent({ keepAlive: true });
const asPipe: RequestListener = (incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const onward = request(
    `${TENANT}${url}`,
    { method, headers: { ...headers, host: new URL(TENANT ?? '').host }, agent },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
};

const server = createServer(TENANT === undefined ? asTenant : asPipe);
server.listen(0, '127.0.0.1', () => {
  // The server listens on a port, so its address is not a path.
  console.log(`Peer at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));

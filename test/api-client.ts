import { get } from 'node:http';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { personOf, type ServiceProcess } from './service-process.ts';

type Server = Pick<ServiceProcess, 'origin'>;

/** Sends a JSON:API request to a service that listens on the network; `path` is below the prefix, with its slash. */
export const sendTo = ({ origin }: Server, token: string, method: string, path: string, data?: object) =>
  fetch(`${origin}${API_PREFIX}${path}`, {
    method,
    headers: { 'X-Access-Token': token, 'Content-Type': MEDIA_TYPE },
    body: data ? JSON.stringify({ data }) : null,
  });

/** The parsed response to a request. Throws if it is an error. */
export async function callApi(...request: Parameters<typeof sendTo>): Promise<unknown> {
  const response = await sendTo(...request);
  const [, , method, path] = request;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The status of a GET request to another host name, which `fetch` cannot send. */
export function statusAt({ origin }: Server, host: string, path: string, headers = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(origin + path, { headers: { host, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

interface Answer {
  data: { id: string };
  meta: { access_token: string };
}

/** Creates a record; returns its id. */
export async function createRecord(server: Server, token: string, data: { type: string; attributes: object }) {
  return ((await callApi(server, token, 'POST', `/${data.type}`, data)) as Answer).data.id; // The documented shape.
}

/** Creates a draft as the agent, a user that no test here signs in as; returns its id. */
export const writeDraft = (service: ServiceProcess, roomId: string, text: string): Promise<string> =>
  createRecord(service, personOf(service, 'agent').token, {
    type: 'support_draft_messages',
    attributes: { message_content: text, room_id: roomId },
  });

/** A visitor who opens the chat of the first client, in a room of their own. */
export async function arriveAsVisitor(service: ServiceProcess) {
  const login = (await callApi(service, personOf(service, 'admin').token, 'POST', '/clients/1/login')) as Answer;
  const token = login.meta.access_token;
  const { data } = (await callApi(service, token, 'GET', '/rooms')) as { data: { id: string }[] };
  const roomId = data[0]?.id ?? '';
  const write = (content: string) =>
    createRecord(service, token, { type: 'messages', attributes: { content, room_id: roomId } });
  return { roomId, write };
}

const HTML = '<!doctype html><title>Welcome</title><form action="/login">Room 7</form>';
const HALF = '{"data":[{"id":"1","type":"master_keywords","attributes":{"key_na';

const page = (status: number) => () => new Response(HTML, { status, headers: { 'Content-Type': 'text/html' } });
const text = (status: number, body: string | null) => () => new Response(body, { status });
const json = (status: number, body: unknown) => () => Response.json(body, { status });

/** Responses of proxies, gateways and broken services instead of the requested document. */
export const malformedResponses: Readonly<Record<string, () => Response>> = {
  '502 with a page': page(502),
  '503 with a page': page(503),
  '504 with a page': page(504),
  '404 with a page': page(404),
  '500 with nothing': text(500, null),
  '502 with nothing': text(502, null),
  '429 with nothing': text(429, null),
  '500 with half a document': text(500, HALF),
  '500 with a text': text(500, 'upstream connect error'),
  '422 with erros': json(422, { erros: [{ title: 'Invalid', detail: 'Is not right.' }] }),
  '400 with an error that is a text': json(400, { error: 'Bad Request' }),
  '400 with an error of nothing': json(400, { errors: [null] }),
  '400 with errors by field': json(400, { errors: { base: ['Is not right.', 7] } }),
  '500 with an error of structures': json(500, {
    errors: [{ title: { toString: 1 }, detail: { message: 'Is down.' }, code: {}, source: 3 }],
  }),
  '200 with a page': page(200),
  '200 with half a document': text(200, HALF),
  '200 with bytes that are no text': () => new Response(Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x80])),
  '200 with errors': json(200, { errors: [{ status: '500', title: 'Internal Server Error' }] }),
};

/** Successful responses whose documents hold no records. */
export const documentsWithoutRecords: Readonly<Record<string, () => Response>> = {
  '200 with a text': json(200, 'ok'),
  '200 with a number': json(200, 42),
  '200 with null': json(200, null),
  '200 with an empty object': json(200, {}),
  '200 with another document': json(200, { ok: true, links: [] }),
  '200 with errors that are none': json(200, { errors: [] }),
  '200 with a text as its data': json(200, { data: 'keywords' }),
  '200 with texts as its data': json(200, { data: ['a', 1, null] }),
};

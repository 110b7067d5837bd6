import { expect, test } from 'vitest';
import { valueSchema } from '#contract/input.ts';
import { resources } from '#contract/resources.ts';
import { demoForFile, readRows } from './demo-rows.ts';

const demo = await demoForFile();

const read = () => Promise.all([readRows(demo, 'harbor'), readRows(demo, 'lumen')]);

test('every row satisfies the contract', async () => {
  const check = (type: keyof typeof resources, row: object, parsed: Record<string, unknown> = {}) => {
    for (const [name, attribute] of Object.entries(resources[type].attributes)) {
      const value = name in parsed ? parsed[name] : Object.entries(row).find(([column]) => column === name)?.[1];
      expect(valueSchema(attribute).safeParse(value).error, `${type} ${name}`).toBeUndefined();
    }
  };
  for (const { drafts, suggestions, clients, keywords } of await read()) {
    for (const row of drafts) check('support_draft_messages', row, { settings: JSON.parse(row.settings) });
    for (const row of clients) check('clients', row, { settings: JSON.parse(row.settings) });
    for (const row of keywords) check('master_keywords', row);
    for (const row of suggestions) {
      const suggestion_messages_data = JSON.parse(row.suggestion_messages_data);
      check('suggestions', row, { suggestion_messages_data });
      expect(suggestion_messages_data.length).toBeLessThanOrEqual(3);
    }
  }
});

test('messages cover many languages, both directions, and short and long texts', async () => {
  const [harbor] = await read();
  const said = harbor.messages.map(({ content }) => content);
  const texts = [...said, ...harbor.drafts.map((draft) => draft.message_content)];
  const languages = new Set(harbor.rooms.map(({ settings }) => JSON.parse(settings).language));
  for (const language of ['en', 'ja', 'de', 'es', 'fr', 'ar', 'he', 'hi', 'pt', 'pl', 'zh']) {
    expect(languages.has(language), language).toBe(true);
  }
  const forms = {
    arabic: /\p{Script=Arabic}{3}/u,
    hebrew: /\p{Script=Hebrew}{3}/u,
    devanagari: /\p{Script=Devanagari}{2}/u,
    emoji: /\p{Extended_Pictographic}/u,
    'line break': /\n\n/,
    'long address': /https:\/\/\S{80}/,
    'order number': /\bTW-\d{5}\b/,
    'account number': /\b[A-Z]{2}\d{2} MERR( \d{4}){3}|XX00 MERR/,
    'e-mail': /[\w.]+@[\w.-]+\.example/,
    'one word': /^\S{1,10}$/,
  };
  for (const [form, pattern] of Object.entries(forms)) {
    expect(
      texts.some((text) => pattern.test(text)),
      form,
    ).toBe(true);
  }
  expect(Math.max(...texts.map((text) => text.length))).toBeGreaterThan(400);
});

test('no text contains a real internet host', async () => {
  for (const { clients, ...rest } of await read()) {
    const texts = JSON.stringify([rest, clients.map(({ settings }) => settings)]);
    const hosts = [...texts.matchAll(/(?:https?:\/\/|\b[\w.]+@)([\w.-]*\w)/g)].map(([, host]) => host);
    expect(hosts.length).toBeGreaterThan(20);
    for (const host of hosts) expect(host).toMatch(/\.example$/);
  }
});

test('keywords have suggestions in every format', async () => {
  const [harbor] = await read();
  const suggestions = harbor.keywords.map((keyword) => keyword.suggestions);
  expect(suggestions.some((text) => text === null)).toBe(true);
  expect(
    suggestions.filter((text) => text?.startsWith('[')).map((text) => JSON.parse(text ?? '')).length,
  ).toBeGreaterThan(5);
  expect(suggestions.filter((text) => text?.includes('\n')).length).toBeGreaterThan(5);
  expect(suggestions.filter((text) => text && !/\n|^\[/.test(text)).length).toBeGreaterThan(5);
});

test('client styles are realistic, distinct and load nothing external', async () => {
  const clients = (await read()).flatMap((tenant) => tenant.clients);
  expect(new Set(clients.map((client) => client.default_embedded_css)).size).toBe(12);
  expect(clients.some(({ default_guest_css }) => default_guest_css === null)).toBe(true);
  for (const client of clients) {
    const css = client.default_embedded_css ?? '';
    const lines = css.trim().split('\n').length;
    expect(lines, client.code).toBeGreaterThanOrEqual(40);
    expect(lines, client.code).toBeLessThanOrEqual(150);
    const look = `${css}${client.default_guest_css ?? ''}${client.default_embedded_html ?? ''}`;
    expect(look).not.toMatch(/<script|\son\w+=|javascript:|url\(|@import|https?:|<iframe|<object|expression\(/i);
    expect(client.injectable_code).toBe(`<script type="text/plain" data-chat-client="${client.code}"></script>`);
    expect(Object.keys(JSON.parse(client.settings)).length).toBeGreaterThanOrEqual(5);
  }
});

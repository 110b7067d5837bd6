import { asRecord } from '#src/lib/json.ts';
import {
  type Json,
  onDocument,
  onRecords,
  onSentRecord,
  type Rewrite,
  refuse,
  renamed,
  type TenantRequest,
  withAttributes,
  without,
} from '../exchange.ts';

const dashed = (name: string) => name.replaceAll('_', '-');
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const plain = (name: string) => name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Type names in another spelling, in both directions. */
const typesAs = (spell: (type: string) => string): Rewrite => {
  const known = ['rooms', 'suggestions', 'support_draft_messages', 'clients', 'master_keywords', 'messages', 'users'];
  const back = new Map(known.map((type) => [spell(type), type]));
  const respell = (record: Json) => ({ ...record, type: spell(String(record.type)) });
  const respellLink = (link: unknown) => {
    const data = asRecord(asRecord(link)?.data);
    return data ? { ...asRecord(link), data: respell(data) } : link;
  };
  const withLinks = ({ relationships, ...record }: Json) => {
    const links = Object.entries(asRecord(relationships) ?? {}).map(([name, link]) => [name, respellLink(link)]);
    return { ...record, ...(relationships !== undefined && { relationships: Object.fromEntries(links) }) };
  };
  return {
    row: 'type',
    request: onSentRecord((record) => ({ ...record, type: back.get(String(record.type)) ?? record.type })),
    answer: onRecords((record) => withLinks(respell(record))),
  };
};

/** Attribute names in another spelling, in both directions. Refuses requests in the service's spelling. */
const keysAs = (spell: (name: string) => string): Rewrite => ({
  row: 'attributes',
  request: (request) => {
    const sent = Object.keys(asRecord(asRecord(asRecord(request.body)?.data)?.attributes) ?? {});
    const foreign = sent.find((name) => spell(plain(name)) !== name);
    if (foreign) return refuse(400, '105', 'Param not allowed', `${foreign} is not allowed.`);
    return onSentRecord(withAttributes((attributes) => renamed(attributes, plain)))(request);
  },
  answer: onRecords((record) => {
    const relationships = asRecord(record.relationships);
    return {
      ...withAttributes((attributes) => renamed(attributes, spell))(record),
      ...(relationships && { relationships: renamed(relationships, spell) }),
    };
  }),
});

const relationshipsAs = (change: (link: Json) => unknown): Rewrite => ({
  row: 'relationships',
  answer: onRecords((record) => {
    const links = Object.entries(asRecord(record.relationships) ?? {}).map(([name, link]) => [
      name,
      change(asRecord(link) ?? {}),
    ]);
    return { ...record, relationships: Object.fromEntries(links) };
  }),
});

const isCreating = ({ method, path }: TenantRequest) => method === 'POST' && path.split('/').length === 2;

/** Forms of ids, types, names and relationships. */
export const recordForms = {
  'ids are numbers': { row: 'id', answer: onRecords((record) => ({ ...record, id: Number(record.id) })) },
  'no id on create': {
    row: 'id',
    answer: onDocument((document, request) =>
      isCreating(request) ? { ...document, data: without(asRecord(document.data) ?? {}, 'id') } : document,
    ),
  },
  'dashed types': typesAs(dashed),
  'singular types': typesAs((type) => type.slice(0, -1)),
  'camel types': typesAs(camel),
  'class names as types': typesAs((type) => camel(`_${type}`).slice(0, -1)),
  'users without attributes': {
    row: 'attributes',
    answer: onRecords((record) => (record.type === 'users' ? without(record, 'attributes') : record)),
  },
  'nulls left out': {
    row: 'attributes',
    answer: onRecords(
      withAttributes((attributes) =>
        Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
      ),
    ),
  },
  'dashed keys': keysAs(dashed),
  'camel keys': keysAs(camel),
  'extra keys': {
    row: 'attributes',
    answer: onRecords(withAttributes((attributes) => ({ ...attributes, legacy_rank: 7, 'desk-name': 'North' }))),
  },
  'no relationships': { row: 'relationships', answer: onRecords((record) => without(record, 'relationships')) },
  'relationships are null': {
    row: 'relationships',
    answer: onRecords((record) => ({ ...record, relationships: null })),
  },
  'links without linkage': relationshipsAs((link) => without(link, 'data')),
  'linkage without links': relationshipsAs((link) => without(link, 'links')),
  'bare linkage': relationshipsAs((link) => ('data' in link ? link.data : link)),
  'nothing is included': { row: 'included', answer: onDocument((document) => without(document, 'included')) },
  'included is empty': {
    row: 'included',
    answer: onDocument((document) => ('included' in document ? { ...document, included: [] } : document)),
  },
  'users are not included': {
    row: 'included',
    answer: onDocument((document) =>
      Array.isArray(document.included)
        ? { ...document, included: document.included.filter((record) => asRecord(record)?.type !== 'users') }
        : document,
    ),
  },
} satisfies Record<string, Rewrite>;

// fields= and maxTokens=: an answer with only the fields that a client asks for, and as many items as it can take.
import type { TSchema } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { nearestName } from '#domain/text/nearest-name.ts';
import { estimateTokens, truncateToTokens } from '#domain/text/token-estimate.ts';
import { type Answer, type ConditionalAnswer, createEtag } from './handler.ts';

interface Trim {
  fields: Set<string> | undefined;
  maxTokens: number;
}

type Fields = Record<string, unknown>;
interface Shape {
  properties?: Record<string, TSchema & { items?: Shape }>;
  anyOf?: Shape[];
}

/** The items of a list, or the parts of a pack. */
function fieldsOf({ http: { response } }: Endpoint): string[] {
  const shape = response as Shape;
  const forms = (shape.anyOf ?? [shape]).map(({ properties = {} }) => properties);
  const list = forms.find((properties) => 'items' in properties);
  return Object.keys((list ? list.items?.items?.properties : forms[0]) ?? {});
}

function readTrim(record: Endpoint, query: Fields | undefined): Trim | undefined {
  const { fields, maxTokens = Infinity } = (query ?? {}) as { fields?: string; maxTokens?: number };
  if (!acceptsFields(record) || (fields === undefined && maxTokens === Infinity)) return undefined;
  const wanted = fields?.split(',').map((name) => name.trim());
  const allowed = fieldsOf(record);
  const unknown = wanted?.find((name) => !allowed.includes(name));
  if (unknown === undefined) return { fields: wanted && new Set(wanted), maxTokens };
  const near = nearestName(unknown, allowed);
  const message = `fields has ${unknown}, which no item has.${near ? ` Perhaps ${near} is meant.` : ''}`;
  throw new ApiError('bad_request', message, { field: 'fields', allowed });
}

export const acceptsFields = ({ http: { query } }: Endpoint): boolean =>
  query !== undefined && 'fields' in query.properties;

const pick = (item: Fields, fields: Set<string> | undefined, always: string[]): Fields =>
  fields
    ? Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name) || always.includes(name)))
    : item;

const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value));

/** The most of the first that fit; one at least, so that a client gets on. */
function fitting<T>(items: T[], room: number): T[] {
  let used = 0;
  const end = items.findIndex((item) => (used += tokensOf(item)) > room);
  return end < 0 ? items : items.slice(0, Math.max(1, end));
}

function trimList(value: Fields, { fields, maxTokens }: Trim): Fields {
  const picked = (value.items as Fields[]).map((item) => pick(item, fields, ['id']));
  const items = fitting(picked, maxTokens - tokensOf({ ...value, items: [] }));
  return { ...value, items, ...('count' in value && { count: items.length }), ...(items.length < picked.length && { truncated: true }) }; // prettier-ignore
}

/** The longest lists of a pack give first. */
function trimPack(value: Fields, { fields, maxTokens }: Trim): Fields {
  const pack = pick(value, fields, ['showUrl', 'emptyReason', 'suggestions', '_sandbox']);
  let isCut = false;
  while (tokensOf(pack) > maxTokens) {
    const lists = Object.entries(pack).filter(([, list]) => Array.isArray(list) && list.length > 1);
    const [longest] = lists.sort(([, a], [, b]) => tokensOf(b) - tokensOf(a));
    if (!longest) break;
    pack[longest[0]] = (longest[1] as unknown[]).slice(0, -1);
    isCut = true;
  }
  return { ...pack, ...(isCut && { truncated: true }) };
}

function trimLines(body: string, { fields, maxTokens }: Trim): string {
  const items = body.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Fields); // prettier-ignore
  const picked = items.map((item) => pick(item, fields, ['id', '_sandbox']));
  return fitting(picked, maxTokens).map((item) => `${JSON.stringify(item)}\n`).join(''); // prettier-ignore
}

const countHeader = 'X-Content-Index-Count';

function trimmed(answer: Answer, trim: Trim): Answer {
  const { body, type = 'application/json', headers } = answer;
  if (type.startsWith('text/'))
    return { ...answer, body: truncateToTokens(body, Math.min(trim.maxTokens, body.length)) };
  if (type.includes('ndjson')) {
    const lines = trimLines(body, trim);
    return { ...answer, body: lines, headers: { ...headers, [countHeader]: String(lines.split('\n').length - 1) } };
  }
  const value = JSON.parse(body) as Fields;
  const isList = Array.isArray(value.items);
  const made = isList ? trimList(value, trim) : 'topDots' in value ? trimPack(value, trim) : value;
  const counted = isList && headers && countHeader in headers && { headers: { ...headers, [countHeader]: String(made.count as number) } }; // prettier-ignore
  return { ...answer, body: JSON.stringify(made), ...counted };
}

/** Throws where a field is asked for that there is none of. @spec-gap fields */
export function trimAnswer<A extends Answer | ConditionalAnswer>(
  made: A,
  record: Endpoint,
  query: Fields | undefined,
): A | Answer | ConditionalAnswer {
  const trim = readTrim(record, query);
  if (!trim) return made;
  if (!('answer' in made)) return trimmed(made, trim);
  const etag = createEtag(made.etag, [...(trim.fields ?? [])].sort(), query!.maxTokens);
  return { ...made, etag, answer: () => trimmed(made.answer(), trim) };
}

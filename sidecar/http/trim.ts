// The parameters fields and maxTokens, which limit an answer to certain fields and a size.
import type { TSchema } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { nearestName } from '#domain/text/nearest-name.ts';
import { estimateTokens, truncateToTokens } from '#domain/text/token-estimate.ts';
import { type Answer, type ConditionalAnswer, createEtag } from './handler.ts';

/** The limits of an answer. */
interface Trim {
  fields: Set<string> | undefined;
  maxTokens: number;
}

type Fields = Record<string, unknown>;
interface Shape {
  properties?: Record<string, TSchema & { items?: Shape }>;
  anyOf?: Shape[];
}

/** Returns the allowed fields: those of a list's items, or the sections of a pack. */
function listAllowedFields({ http: { response } }: Endpoint): string[] {
  const shape = response as Shape;
  const forms = (shape.anyOf ?? [shape]).map(({ properties = {} }) => properties);
  const list = forms.find((properties) => 'items' in properties);
  return Object.keys((list ? list.items?.items?.properties : forms[0]) ?? {});
}

function readTrim(record: Endpoint, query: Fields | undefined): Trim | undefined {
  if (!query || !acceptsFields(record)) return undefined;
  const { fields, maxTokens = Infinity } = query as { fields?: string; maxTokens?: number };
  if (fields === undefined) return maxTokens === Infinity ? undefined : { fields, maxTokens };
  const requestedFields = fields.split(',').map((name) => name.trim());
  const allowedFields = listAllowedFields(record);
  const unknown = requestedFields.find((name) => !allowedFields.includes(name));
  if (unknown === undefined) return { fields: new Set(requestedFields), maxTokens };
  const near = nearestName(unknown, allowedFields);
  const message = `fields contains ${unknown}, which is not a field here.${near ? ` Did you mean ${near}?` : ''}`;
  throw new ApiError('bad_request', message, { field: 'fields', allowed: allowedFields });
}

export const acceptsFields = ({ http: { query } }: Endpoint): boolean =>
  query !== undefined && 'fields' in query.properties;

const pick = (item: Fields, fields: Set<string> | undefined, always: string[]): Fields =>
  fields
    ? Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name) || always.includes(name)))
    : item;

const countTokens = (value: unknown): number => estimateTokens(JSON.stringify(value));

/** Returns as many of the first items as fit, and at least one. */
function selectFitting<T>(items: T[], maxTokens: number): T[] {
  let usedTokens = 0;
  for (const [at, item] of items.entries()) {
    usedTokens += countTokens(item);
    if (usedTokens > maxTokens) return items.slice(0, Math.max(1, at));
  }
  return items;
}

function trimList(value: Fields, { fields, maxTokens }: Trim): Fields {
  const picked = (value.items as Fields[]).map((item) => pick(item, fields, ['id']));
  const items = selectFitting(picked, maxTokens - countTokens({ ...value, items: [] }));
  const isTruncated = items.length < picked.length;
  return { ...value, items, ...('count' in value && { count: items.length }), ...(isTruncated && { truncated: true }) };
}

/** Shortens a pack, beginning with its longest lists. */
function trimPack(value: Fields, { fields, maxTokens }: Trim): Fields {
  const pack = pick(value, fields, ['showUrl', 'emptyReason', 'suggestions', 'withheld', '_sandbox']);
  let isCut = false;
  while (countTokens(pack) > maxTokens) {
    const lists = Object.entries(pack).filter(([, list]) => Array.isArray(list) && list.length > 1);
    const [longest] = lists.sort(([, a], [, b]) => countTokens(b) - countTokens(a));
    if (!longest) break;
    pack[longest[0]] = (longest[1] as unknown[]).slice(0, -1);
    isCut = true;
  }
  return { ...pack, ...(isCut && { truncated: true }) };
}

function trimLines(body: string, { fields, maxTokens }: Trim): string {
  const lines = body.split('\n').filter(Boolean);
  const items = lines.map((line) => JSON.parse(line) as Fields);
  const picked = items.map((item) => pick(item, fields, ['id', '_sandbox']));
  const fit = selectFitting(picked, maxTokens);
  return fit.map((item) => `${JSON.stringify(item)}\n`).join('');
}

const countHeader = 'X-Content-Index-Count';

function trimBody(answer: Answer, trim: Trim): Answer {
  const { body, type = 'application/json', headers } = answer;
  if (type.startsWith('text/'))
    return { ...answer, body: truncateToTokens(body, Math.min(trim.maxTokens, body.length)) };
  if (type.includes('ndjson')) {
    const lines = trimLines(body, trim);
    return { ...answer, body: lines, headers: { ...headers, [countHeader]: String(lines.split('\n').length - 1) } };
  }
  const value = JSON.parse(body) as Fields;
  const isList = Array.isArray(value.items);
  const trimmed = isList ? trimList(value, trim) : 'topDots' in value ? trimPack(value, trim) : value;
  const countHeaders = isList &&
    headers &&
    countHeader in headers && { headers: { ...headers, [countHeader]: String(trimmed.count as number) } };
  return { ...answer, body: JSON.stringify(trimmed), ...countHeaders };
}

/** Limits an answer. Throws if a requested field does not exist. @spec-gap fields */
export function trimAnswer<A extends Answer | ConditionalAnswer>(
  made: A,
  record: Endpoint,
  query: Fields | undefined,
): A | Answer | ConditionalAnswer {
  const trim = readTrim(record, query);
  if (!trim) return made;
  if (!('answer' in made)) return trimBody(made, trim);
  const etag = createEtag(made.etag, [...(trim.fields ?? [])].sort(), query!.maxTokens);
  return { ...made, etag, answer: () => trimBody(made.answer(), trim) };
}

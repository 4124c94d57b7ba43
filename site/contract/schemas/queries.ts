// Query parameters and path parameters, shared by validation, OpenAPI and the tools.
import { type Static, Type } from 'typebox';
import { contentIndexDefaultLimit, contentIndexMaxLimit, itemDefaultTokens, maxToolTokens } from '../limits.ts';
import { itemTypes } from '../content-types.ts';
import { flag, oneOf, optional, text } from './shape.ts';

export const integer = (minimum: number, maximum: number | undefined, description: string, byDefault?: number) =>
  Type.Integer({
    minimum,
    ...(maximum !== undefined && { maximum }),
    ...(byDefault !== undefined && { default: byDefault }),
    description,
  });

const dayOrInstant = (description: string) =>
  text(description, { pattern: '^\\d{4}-\\d{2}-\\d{2}([Tt ].+)?$', examples: ['2026-01-31'] });

export const sandboxQuery = { sandbox: optional(oneOf(['1', 'true'], 'Mock data, for trying out.')) };
export const SandboxQuery = Type.Object(sandboxQuery);
export const PressQuery = Type.Object({
  format: optional(oneOf(['json', 'pdf'], 'pdf gives a document to print or to send. Default json.')),
  ...sandboxQuery,
});

export const filterQuery = {
  type: optional(oneOf([...itemTypes], 'Only this content type.')),
  types: optional(
    Type.Array(oneOf([...itemTypes]), {
      minItems: 1,
      description: 'Any of these, comma-separated or repeated; joined with `type`.',
    }),
  ),
  dateFrom: optional(dayOrInstant('First day (YYYY-MM-DD) or time (RFC 3339), inclusive.')),
  dateTo: optional(dayOrInstant('Last day (YYYY-MM-DD) or time (RFC 3339), inclusive.')),
  tag: optional(
    text('One theme (id or label) or keyword, however it is written; not a sentence.', {
      minLength: 1,
      maxLength: 200,
    }),
  ),
  topic: optional(text('The same as tag; with both, items must fit both.', { minLength: 1, maxLength: 200 })),
  year: optional(integer(1900, 2999, 'Only what was published in this year.')),
  digest: optional(oneOf(['7d', '30d'], 'Only the last days, in UTC.')),
};

export const pagingFields = (byDefault: number, maximum: number = contentIndexMaxLimit) => ({
  limit: optional(integer(1, maximum, 'How many items at most.', byDefault)),
  offset: optional(integer(0, undefined, 'Items to skip.', 0)),
});

/** @spec-gap fields */
export const trimQuery = {
  fields: optional(text('Only these of the fields that items have, comma-separated; id always.', { maxLength: 500 })),
  maxTokens: optional(integer(100, maxToolTokens, 'As many items as fit into so many tokens.')),
};

export const ContentIndexQuery = Type.Object({
  ...filterQuery,
  count: optional(flag('true answers with the count alone.')),
  ...pagingFields(contentIndexDefaultLimit),
  format: optional(oneOf(['json', 'ndjson'], 'ndjson gives one content item a line.')),
  ...trimQuery,
  ...sandboxQuery,
});
export type ContentIndexQuery = Static<typeof ContentIndexQuery>;

export const BundleQuery = Type.Object({ ...filterQuery, ...pagingFields(contentIndexMaxLimit), ...sandboxQuery });
export const ListQuery = Type.Object({ ...pagingFields(contentIndexMaxLimit), ...trimQuery, ...sandboxQuery });

export const ShowPrepQuery = Type.Object({
  showUrl: Type.String({
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    maxLength: 2048,
    description: 'Address of the show.',
  }),
  topic: filterQuery.topic,
  limit: optional(integer(1, 25, 'Top Dots at most.', 8)),
  format: optional(oneOf(['json', 'markdown'], 'Form of the answer. Default json.')),
  fields: optional(text('Only these parts of the pack, comma-separated.', { maxLength: 500 })),
  maxTokens: optional(integer(100, maxToolTokens, 'As much as fits into so many tokens.')),
  ...sandboxQuery,
});
export type ShowPrepQuery = Static<typeof ShowPrepQuery>;

export const ItemParams = Type.Object({
  id: text('Id of the item, as lists and search give it.', {
    minLength: 1,
    maxLength: 200,
    examples: ['some-text-0a1b2c3d'],
  }),
});
export const ItemQuery = Type.Object({
  maxTokens: optional(integer(100, maxToolTokens, 'How much of its text at once, in tokens.', itemDefaultTokens)),
  offset: optional(integer(0, undefined, 'Characters of its text to skip: nextOffset of the answer before.', 0)),
  ...sandboxQuery,
});
export const ShardParams = Type.Object({ n: integer(1, undefined, 'Number of the shard, from the oldest.') });

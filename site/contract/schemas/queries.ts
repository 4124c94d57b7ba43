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
export const OpenApiQuery = Type.Object({
  compact: optional(oneOf(['1'], 'The compact form, of fewer than 20,000 tokens.')),
});

export const PressQuery = Type.Object({
  format: optional(oneOf(['json', 'pdf'], 'pdf returns a document for printing. Default json.')),
  ...sandboxQuery,
});

export const filterQuery = {
  type: optional(oneOf([...itemTypes], 'Only this content type.')),
  types: optional(
    Type.Array(oneOf([...itemTypes]), {
      minItems: 1,
      description: 'Any of these types.',
    }),
  ),
  dateFrom: optional(dayOrInstant('First day (YYYY-MM-DD) or time (RFC 3339).')),
  dateTo: optional(dayOrInstant('Last day or time.')),
  tag: optional(
    text('One theme or keyword; not a sentence.', {
      minLength: 1,
      maxLength: 200,
    }),
  ),
  person: optional(text('Name or id of a person.', { minLength: 1, maxLength: 200 })),
  topic: optional(text('Like tag; with both, items must match both.', { minLength: 1, maxLength: 200 })),
  year: optional(integer(1900, 2999, 'Only items of this year.')),
  digest: optional(oneOf(['7d', '30d'], 'Only the last days (UTC).')),
};

const offset = optional(integer(0, undefined, 'Items to skip.', 0));
export const pagingFields = (byDefault: number, maximum: number = contentIndexMaxLimit) => ({
  limit: optional(integer(1, maximum, 'Maximum number of items.', byDefault)),
  offset,
});

/** @spec-gap fields */
export const trimQuery = {
  fields: optional(text('Fields to return, comma-separated.', { maxLength: 500 })),
  maxTokens: optional(integer(100, maxToolTokens, 'Size limit in tokens.')),
};

export const ContentIndexQuery = Type.Object({
  ...filterQuery,
  count: optional(flag('true: return only the count.')),
  limit: optional(
    integer(
      1,
      contentIndexMaxLimit,
      `Maximum number of items. Default ${contentIndexDefaultLimit}, with format=ndjson ${contentIndexMaxLimit}.`,
    ),
  ),
  offset,
  format: optional(oneOf(['json', 'ndjson'], 'ndjson: one content item per line.')),
  ...trimQuery,
  ...sandboxQuery,
});
export type ContentIndexQuery = Static<typeof ContentIndexQuery>;

export const BundleQuery = Type.Object({ ...filterQuery, ...pagingFields(contentIndexMaxLimit), ...sandboxQuery });
export const PeopleQuery = Type.Object({ ...pagingFields(contentIndexMaxLimit), ...sandboxQuery });
export const ListQuery = Type.Object({ ...pagingFields(contentIndexMaxLimit), ...trimQuery, ...sandboxQuery });

export const ShowPrepQuery = Type.Object({
  showUrl: Type.String({
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    maxLength: 2048,
    description: 'Address of the show.',
  }),
  topic: optional(text('One theme or keyword.', { minLength: 1, maxLength: 200 })),
  limit: optional(integer(1, 25, 'Maximum number of items.', 8)),
  format: optional(oneOf(['json', 'markdown'], 'Format of the response. Default json.')),
  fields: optional(text('Parts of the pack to return, comma-separated.', { maxLength: 500 })),
  maxTokens: optional(integer(100, maxToolTokens, 'Size limit in tokens.')),
  ...sandboxQuery,
});
export type ShowPrepQuery = Static<typeof ShowPrepQuery>;

export const ItemParams = Type.Object({
  id: text('Id of the item.', {
    minLength: 1,
    maxLength: 200,
    examples: ['some-text-0a1b2c3d'],
  }),
});
export const ItemQuery = Type.Object({
  maxTokens: optional(integer(100, maxToolTokens, 'Maximum size of the text in tokens.', itemDefaultTokens)),
  offset: optional(integer(0, undefined, 'Characters to skip: nextOffset of the previous part.', 0)),
  ...sandboxQuery,
});
export const ShardParams = Type.Object({ n: integer(1, undefined, 'Number of the shard, from the oldest.') });

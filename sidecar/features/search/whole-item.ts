// GET /api/agent/items/{id}: any item with its text or transcript, in parts if it is long.
import { ApiError } from '#contract/errors.ts';
import { itemDefaultTokens } from '#contract/limits.ts';
import { endpointUrl } from '#domain/links.ts';
import { truncateToTokens } from '#domain/text/token-estimate.ts';
import { renderItemMarkdown } from '../../http/item-markdown.ts';
import { json, type Handler } from '../../http/handler.ts';
import { createMissingError } from '../../http/missing-error.ts';

export const wholeItem: Handler<'item'> = async ({ params, query }, { release, sandbox, call }) => {
  const { items } = release.index;
  // The sandbox has an answer for every id.
  const item = items.byId(params.id) ?? (sandbox ? items.at(0) : undefined);
  if (!item) throw createMissingError(release, endpointUrl('', 'item', params));
  const whole = await renderItemMarkdown(release, item, call);
  const { offset = 0, maxTokens = itemDefaultTokens } = query;
  if (offset > whole.length) {
    throw new ApiError('bad_request', 'offset is beyond the end of the text.', {
      field: 'offset',
      maximum: whole.length,
    });
  }
  const markdown = truncateToTokens(whole.slice(offset), maxTokens);
  const end = offset + markdown.length;
  const { id, type, title, url, date, reviewed } = item;
  const next = end < whole.length && { nextOffset: end };
  const mark = reviewed && { reviewed };
  return json({ id, type, title, url, date, ...mark, markdown, totalCharacters: whole.length, ...next });
};

// GET /api/agent/show-prep: the briefing pack, made of what is published.
import { ApiError } from '#contract/errors.ts';
import { briefingPack } from '#domain/briefing-pack.ts';
import { etagOf, json, type Handler } from '../http/handler.ts';

export const showPrep: Handler<'showPrep'> = ({ query: { showUrl, topic, limit = 8 } }, { release, newest }) => {
  // The format of the contract is RFC 3986, which knows neither ports nor the numbers of an address.
  if (!URL.canParse(showUrl)) {
    throw new ApiError('bad_request', 'showUrl is no web address. Address of the show.', { field: 'showUrl' });
  }
  return {
    etag: etagOf(release.index.etag, showUrl, topic, limit, newest),
    lastModified: release.index.updatedAt,
    answer: () => json(briefingPack(release.facts, release.index.items.slice(0, newest), { showUrl, topic, limit })),
  };
};

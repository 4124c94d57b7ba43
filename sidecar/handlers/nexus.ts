// GET /api/nexus/creators and /api/nexus/feed where no Nexus is run: the directory of this one room.
import { nexusCreators as creators, nexusFeed as feed } from '#domain/documents/nexus.ts';
import { json, type Handler } from '../http/handler.ts';

export const nexusCreators: Handler<'nexusCreators'> = ({ query }, { release }) =>
  json(creators(release.facts, release.facts.indexUpdatedAt, query));

export const nexusFeed: Handler<'nexusFeed'> = ({ query }, { release }) =>
  json(feed(release.facts, release.facts.indexUpdatedAt, query.cursor));

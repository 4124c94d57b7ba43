// GET /api/agent/show-prep: the briefing pack, made of what is published.
import { briefingPackMarkdown } from './briefing-pack-markdown.ts';
import { briefingPack } from '#domain/documents/briefing-pack.ts';
import { assertShowUrl } from '#domain/live-pages.ts';
import { etagOf, json, type Handler } from '../server/handler.ts';

export const showPrep: Handler<'showPrep'> = ({ query }, { release, newest }) => {
  const { showUrl, topic, limit = 8, format = 'json' } = query;
  assertShowUrl(showUrl);
  const pack = () => briefingPack(release.facts, release.index.items.slice(0, newest), { showUrl, topic, limit });
  const isMarkdown = format === 'markdown';
  return {
    etag: etagOf(release.index.etag, showUrl, topic, limit, newest, ...(isMarkdown ? [format] : [])),
    lastModified: release.index.updatedAt,
    answer: () =>
      isMarkdown
        ? { body: briefingPackMarkdown(release.facts, pack()), type: 'text/markdown; charset=utf-8' }
        : json(pack()),
  };
};

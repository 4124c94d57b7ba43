// GET /api/agent/show-prep: the briefing pack, made of what is published.
import { briefingPackMarkdown } from './briefing-pack-markdown.ts';
import { briefingPack } from '#domain/documents/briefing-pack.ts';
import { assertShowUrl } from '#domain/live-pages.ts';
import { topDotsFor } from '../release/top-dots.ts';
import { etagOf, json, type Handler } from '../server/handler.ts';

export const showPrep: Handler<'showPrep'> = ({ query }, { release, newest }) => {
  const { showUrl, topic, limit = 8, format = 'json' } = query;
  assertShowUrl(showUrl);
  const pack = () => {
    const picked = topDotsFor(release, { topic, names: [showUrl] }, limit, newest);
    return briefingPack(release.facts, picked, { showUrl, topic });
  };
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

// GET /api/agent/show-prep: the briefing pack, made of what is published.
import { briefingPack } from '#domain/briefing-pack.ts';
import { sha256 } from '#domain/ids.ts';
import { json, type Handler } from '../http/handler.ts';

export const showPrep: Handler<'showPrep'> = ({ query: { showUrl, topic, limit = 8 } }, { release }) => ({
  etag: sha256(JSON.stringify([release.index.etag, showUrl, topic, limit])).slice(0, 32),
  lastModified: release.index.updatedAt,
  answer: () => json(briefingPack(release.facts, release.index.items, { showUrl, topic, limit })),
});

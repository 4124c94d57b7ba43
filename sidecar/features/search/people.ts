// GET /api/agent/people with limit and offset.
import { endpoints } from '#contract/endpoints.ts';
import { contentIndexMaxLimit } from '#contract/limits.ts';
import type { People } from '#contract/schemas/content.ts';
import { people as sandboxPeople } from '#domain/documents/people.ts';
import { createEtag, type Handler, json } from '../../http/handler.ts';
import { createMissingError } from '../../http/missing-error.ts';
import { readDocument, type Release } from '../../release/release.ts';

async function readPeople(release: Release): Promise<People> {
  const { path } = endpoints.people.http;
  if (!release.pages.has(path)) throw createMissingError(release, path);
  return JSON.parse((await readDocument(release, path)).text) as People;
}

export const people: Handler<'people'> = async ({ query }, { release, sandbox }) => {
  const { limit = contentIndexMaxLimit, offset = 0 } = query;
  const all = sandbox ? sandboxPeople(release.sandbox.room) : await readPeople(release);
  const items = all.items.slice(offset, offset + limit);
  return {
    etag: createEtag(release.index.etag, 'people', limit, offset, sandbox),
    lastModified: release.index.updatedAt,
    answer: () => json({ ...all, items, count: items.length }),
  };
};

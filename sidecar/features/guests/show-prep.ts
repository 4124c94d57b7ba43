// GET /api/agent/show-prep: the briefing pack, made of what is published.
import { briefingPackMarkdown } from './briefing-pack-markdown.ts';
import type { BriefingPack } from '#contract/schemas/press.ts';
import { withheld, withheldText } from '#domain/access/access.ts';
import { briefingPack } from '#domain/documents/briefing-pack.ts';
import type { Filter } from '#domain/lists/content-index.ts';
import { assertShowUrl } from '#domain/live-pages.ts';
import { emptyReason } from '../../release/empty-reason.ts';
import type { Release } from '../../release/release.ts';
import { topDotsFor } from '../../release/top-dots.ts';
import { etagOf, json, type Handler } from '../../http/handler.ts';

/** Why there is nothing or less than there could be. @spec-gap empty-reason */
function gapsOf(
  { index, facts }: Release,
  { topDots }: BriefingPack,
  filter: Filter,
  newest = Infinity,
): Partial<BriefingPack> {
  const hidden = Math.max(0, index.items.length - newest);
  const reason = hidden > 0 ? 'l402_required' : topDots.length > 0 ? undefined : emptyReason(index, filter, 0);
  return { ...(reason && { emptyReason: reason }), ...withheld(facts.access, hidden, 0) };
}

export const showPrep: Handler<'showPrep'> = ({ query }, { release, newest }) => {
  const { showUrl, topic, limit = 8, format = 'json' } = query;
  assertShowUrl(showUrl);
  const pack = () => {
    const picked = topDotsFor(release, { topic, names: [showUrl] }, limit, newest);
    const made = briefingPack(release.facts, picked, { showUrl, topic });
    return {
      ...made,
      ...gapsOf(release, made, { types: [], ...(topic !== undefined && { topics: [topic] }) }, newest),
    };
  };
  const isMarkdown = format === 'markdown';
  const markdown = (made: BriefingPack) => {
    const kept = withheldText(made);
    const body = briefingPackMarkdown(release.facts, made) + (kept && `\n${kept}\n`);
    return { body, type: 'text/markdown; charset=utf-8' };
  };
  return {
    etag: etagOf(release.index.etag, showUrl, topic, limit, newest, ...(isMarkdown ? [format] : [])),
    lastModified: release.index.updatedAt,
    answer: () => (isMarkdown ? markdown(pack()) : json(pack())),
  };
};

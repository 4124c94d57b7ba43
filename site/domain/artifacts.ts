// The single list of what the API has as files: address, file, type, date and bytes of each.
import type { DocumentName } from '#contract/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { contentIndexMaxLimit } from '#contract/limits.ts';
import { openApi } from '#contract/openapi.ts';
import { isGated } from './access.ts';
import { agentCard } from './documents/agent-card.ts';
import { contentIndexPage, contentIndexShard, shardCount, shardPath } from './documents/content-index.ts';
import * as discovery from './documents/discovery.ts';
import * as items from './documents/items.ts';
import { mcpDescriptor } from './documents/mcp.ts';
import { nexusCreators, nexusFeed } from './documents/nexus.ts';
import { agentsMd, llmsTxt } from './documents/plain-text.ts';
import * as press from './documents/press.ts';
import { sandboxPath } from './headers.ts';
import { sha256 } from './ids.ts';
import { changedAt, indexUpdatedAt, type Room, type RoomItem, visibleOn } from './room.ts';
import { sandboxRoom } from './sandbox.ts';

export interface Artifact {
  /** Path of the address. */
  path: string;
  /** Where it lies in the release. */
  file: string;
  type: string;
  /** RFC 3339 instant of the newest change of what it says. */
  changedAt: string;
  /** Equal keys mean equal bytes. */
  key: string;
  /** Lies outside the public folder: read by the sidecar alone. */
  private?: boolean;
  /** One of many thousand: written as it is, without a page's way through Astro. */
  ofItem?: boolean;
  body: () => string;
}

export type BodyOf = (item: RoomItem) => string;

const json = 'application/json; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';

/** `/X` lies in `X.json`; a path with an extension lies where it says, `…/markdown` in `….md`. */
export function fileOf(path: string): string {
  const name = path.slice(1);
  if (/\.[a-z]+$/i.test(name)) return name;
  return name.endsWith('/markdown') ? `${name}.md` : `${name}.json`;
}

function artifact(path: string, type: string, changed: string, body: () => string): Artifact {
  let key: string | undefined;
  return {
    path,
    file: fileOf(path),
    type,
    changedAt: changed,
    get key() {
      return (key ??= sha256(body()));
    },
    body,
  };
}

/** Documents that have one address. The compiler asks for every endpoint that is served from a file. */
type Single = Exclude<DocumentName, 'article' | 'articleMarkdown' | 'contentIndexShard'>;

export type Lists = ReturnType<typeof listsOf>;

/** Every list of the API, whole; the documents hold the first 1000, the sidecar reads the rest. */
export function listsOf(room: Room) {
  const shown = room.items.filter(visibleOn('api'));
  const of = (...types: RoomItem['type'][]) => shown.filter((item) => types.includes(item.type));
  return {
    contentIndex: shown.map((item) => items.contentItem(room, item)),
    articles: of('article').map((item) => items.articleEntry(room, item)),
    episodes: of('episode').map((item) => items.episode(room, item)),
    streamVideos: of('stream', 'video').map((item) => items.streamVideo(room, item)),
    timelineEntries: of('timeline').map((item) => items.timelineEntry(room, item)),
  };
}

function firstPage<T>(all: T[]) {
  const page = all.slice(0, contentIndexMaxLimit);
  return { items: page, count: page.length, total: all.length };
}

const documents = (room: Room, lists: Lists): Record<Single, () => unknown> => ({
  index: () => discovery.apiIndex(room),
  health: () => discovery.health(),
  discoveryBundle: () => discovery.discoveryBundle(room),
  landingPayload: () => discovery.landingPayload(room),
  widget: () => discovery.widget(room),
  changelog: () => discovery.changelog(room),
  openApi: () => openApi(room.baseUrl, room.creator.publication),
  agentCard: () => agentCard(room),
  llmsTxt: () => llmsTxt(room),
  agentsMd: () => agentsMd(room),
  profile: () => press.profile(room),
  booking: () => press.booking(room),
  mediaKit: () => press.mediaKit(room),
  speaking: () => press.speaking(room),
  contentIndex: () => contentIndexPage(room, lists.contentIndex),
  articles: () => firstPage(lists.articles),
  episodes: () => firstPage(lists.episodes),
  streamVideos: () => firstPage(lists.streamVideos),
  timelineEntries: () => firstPage(lists.timelineEntries),
  mcpDescriptor: () => mcpDescriptor(room),
  nexusCreators: () => nexusCreators(room, indexUpdatedAt(room)),
  nexusFeed: () => nexusFeed(room, indexUpdatedAt(room)),
});

const serialise = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function singles(room: Room, lists: Lists): Artifact[] {
  return Object.entries(documents(room, lists)).map(([name, build]) => {
    const record = endpoints[name as Single];
    const type = 'mediaType' in record ? `${record.mediaType}; charset=utf-8` : json;
    const text = serialise(build());
    return artifact(record.path, type, indexUpdatedAt(room), () => text);
  });
}

function sandboxes(room: Room): Artifact[] {
  const mock = sandboxRoom(room);
  const build = documents(mock, listsOf(mock));
  return Object.entries(endpoints)
    .filter(([name, record]) => 'sandbox' in record && name in build)
    .map(([name, record]) =>
      artifact(sandboxPath(record.path), json, indexUpdatedAt(mock), () => serialise(build[name as Single]())),
    );
}

function shards(room: Room, lists: Lists): Artifact[] {
  const all = lists.contentIndex;
  return Array.from({ length: shardCount(all.length) }, (_, i) => {
    const text = JSON.stringify(contentIndexShard(all, i + 1));
    return artifact(shardPath(i + 1), json, indexUpdatedAt(room), () => text);
  });
}

/** `salt` stands for everything besides the item that shapes the bytes: the code and the creator. */
function articles(room: Room, bodyOf: BodyOf, salt: string): Artifact[] {
  const shown = room.items.filter((item) => item.type === 'article' && visibleOn('api')(item));
  return shown.flatMap((item) => {
    const key = sha256(salt + item.hash + item.themeIds);
    const gated = isGated(room.access, item.id) && { private: true };
    const make = (template: string, type: string, body: () => string): Artifact => {
      const path = template.replace('{id}', item.id);
      return { path, file: fileOf(path), type, changedAt: changedAt(item), key, ...gated, ofItem: true, body };
    };
    const { article, articleMarkdown } = endpoints;
    return [
      make(article.path, json, () => JSON.stringify(items.article(room, item, bodyOf(item)))),
      make(articleMarkdown.path, markdown, () => items.articleMarkdown(room, item, bodyOf(item))),
    ];
  });
}

export function artifacts(room: Room, lists: Lists, bodyOf: BodyOf, salt: string): Artifact[] {
  return [...singles(room, lists), ...sandboxes(room), ...shards(room, lists), ...articles(room, bodyOf, salt)];
}

// Lists the files of the room besides its pages and those of its items (item-files.ts): API documents, Markdown, feeds,
// and files for crawlers.
import type { Endpoint } from '#contract/endpoint.ts';
import { type ListName, listNames } from '#contract/content-types.ts';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { isIndexPriced } from '#domain/access/access.ts';
import { type Artifact, createArtifact, type ReadBody, mediaTypes } from '#domain/release/artifact.ts';
import { documents, itemsInDocument, type Single } from './documents/all.ts';
import { contentIndexShard, shardCount, itemsOfShard, shardPath } from '#domain/documents/content-index.ts';
import * as items from '#domain/documents/items.ts';
import { itemMarkdown } from './markdown/item.ts';
import { skills } from './documents/skills.ts';
import { sha256 } from '#domain/ids.ts';
import { sandboxPath } from '#domain/release/headers.ts';
import { endpointUrl, licensePath } from '#domain/links.ts';
import { itemsOnList } from '#domain/lists/lists.ts';
import { markdownPages } from './markdown-pages.ts';
import type { ArchivePage } from './pages.ts';
import { digestItems, indexUpdatedAt, type Room, itemsOn } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { isLicensed, nostrJson, robotsTxt, rslLicense, securityTxt } from './documents/policy.ts';
import { serverCard, serverCardPaths, serverCardType } from './documents/server-card.ts';
import { once } from '#domain/memoize.ts';
import { titleDocuments } from './titles.ts';
import { feedFiles } from '../feeds/feeds.ts';

function rootFiles(room: Room, bodyOf: ReadBody): Artifact[] {
  const file = (path: string, type: string, text: string | undefined): Artifact[] =>
    text === undefined ? [] : [createArtifact(path, type, indexUpdatedAt(room), () => text)];
  const { indexNow } = room.creator;
  return [
    ...file('/robots.txt', mediaTypes.text, robotsTxt(room)),
    ...file(licensePath, mediaTypes.rsl, isLicensed(room) ? rslLicense(room) : undefined),
    ...file('/.well-known/security.txt', mediaTypes.text, securityTxt(room)),
    ...file('/.well-known/nostr.json', mediaTypes.json, nostrJson(room)),
    ...file(`/${indexNow?.key}.txt`, mediaTypes.text, indexNow?.key),
    ...serverCardPaths.flatMap((path) => file(path, serverCardType, JSON.stringify(serverCard(room)))),
    ...feedFiles(room, bodyOf),
  ];
}

const serialise = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the content type. JSON needs no charset, and a type with a parameter is used as it is. */
const contentTypeOf = ({ http: { mediaType } }: Endpoint): string => {
  if (!mediaType) return mediaTypes.json;
  return /;|json$/.test(mediaType) ? mediaType : `${mediaType}; charset=utf-8`;
};

/** Marks documents of a priced index as private. The sidecar shortens them for clients that have not paid. */
function withPrivacy(artifact: Artifact, room: Room, { access }: Endpoint): Artifact {
  if (access?.paywall?.resource === 'content-index' && isIndexPriced(room.access)) artifact.private = true;
  return artifact;
}

const isList = (name: string): name is ListName => (listNames as readonly string[]).includes(name);

/** Returns the inputs of the document of a list that has items. */
function listInputs(room: Room, name: ListName): string | undefined {
  const items = itemsInDocument(room, name);
  if (items.length === 0 || !room.frame) return undefined;
  return sha256(`${room.frame} ${itemsOnList(room, name).length} ${digestItems(items)}`);
}

function singleDocuments(room: Room, bodyOf: ReadBody): Artifact[] {
  return Object.entries(documents(room, bodyOf)).map(([name, build]) => {
    const record = endpoints[name as Single];
    const inputs = isList(name) ? listInputs(room, name) : undefined;
    const body = once(() => serialise(build()));
    return withPrivacy(
      createArtifact(record.http.path, contentTypeOf(record), indexUpdatedAt(room), body, inputs),
      room,
      record,
    );
  });
}

const mockBody = 'The text of a mock article.';

/** @spec-gap sandbox */
function sandboxDocuments(room: Room): Artifact[] {
  const mock = sandboxRoom(room);
  const build = documents(mock, () => '');
  const { article, articleMarkdown } = endpoints;
  const changedAt = indexUpdatedAt(mock);
  const sandboxDocument = (path: string, type: string, body: () => string) =>
    createArtifact(path, type, changedAt, body, room.frame);
  const ofItems = mock.items
    .filter(({ type }) => type === 'article')
    .flatMap((item) => {
      const at = (path: string) => sandboxPath(path.replace('{id}', item.id));
      return [
        sandboxDocument(at(article.http.path), mediaTypes.json, () =>
          JSON.stringify(items.article(mock, item, mockBody)),
        ),
        sandboxDocument(at(articleMarkdown.http.path), mediaTypes.markdown, () => itemMarkdown(mock, item, mockBody)),
      ];
    });
  const shard = sandboxDocument(sandboxPath(shardPath(1)), mediaTypes.json, () =>
    JSON.stringify({ ...contentIndexShard(mock, 1), _sandbox: true }),
  );
  const others = allEndpoints
    .filter(([name, { access }]) => access?.sandbox && name in build && !isList(name))
    .map(([name, { http }]) =>
      sandboxDocument(sandboxPath(http.path), mediaTypes.json, () => serialise(build[name as Single]())),
    );
  return [...others, ...ofItems, shard];
}

function indexShards(room: Room): Artifact[] {
  return Array.from({ length: shardCount(itemsOn('api', room.items).length) }, (_, i) => {
    const inputs = room.frame && sha256(room.frame + digestItems(itemsOfShard(room, i + 1)));
    const body = () => JSON.stringify(contentIndexShard(room, i + 1));
    const document = createArtifact(shardPath(i + 1), mediaTypes.json, indexUpdatedAt(room), body, inputs);
    return withPrivacy(document, room, endpoints.contentIndexShard);
  });
}

const skillFiles = (room: Room): Artifact[] =>
  skills(room).map(({ name, body }) =>
    createArtifact(endpointUrl('', 'agentSkill', { name }), mediaTypes.markdown, indexUpdatedAt(room), () => body),
  );

/** Addresses that some tools assume, or that the documents had before. */
const aliasPaths: Record<string, string> = {
  [endpoints.openApi.http.path]: '/openapi.json',
  [endpoints.openApiCompact.http.path]: '/api/agent/openapi-read.json',
};

/** Returns copies at these addresses. */
const aliases = (made: Artifact[]): Artifact[] =>
  made.flatMap(({ path, type, changedAt: changed, body }) =>
    aliasPaths[path] ? [createArtifact(aliasPaths[path], type, changed, body)] : [],
  );

export function artifacts(room: Room, pages: ArchivePage[], bodyOf: ReadBody): Artifact[] {
  const own = singleDocuments(room, bodyOf);
  return [
    ...own,
    ...aliases(own),
    ...sandboxDocuments(room),
    ...indexShards(room),
    ...titleDocuments(room),
    ...skillFiles(room),
    ...markdownPages(room, pages),
    ...rootFiles(room, bodyOf),
  ];
}

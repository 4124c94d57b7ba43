// Builds every document with a single address, by the name of its endpoint.
import type { PaywallRule } from '#contract/endpoint.ts';
import { itemTypes, type ListName, listNames, typesInList } from '#contract/content-types.ts';
import type { DocumentName } from '#contract/endpoints.ts';
import { contentIndexMaxLimit, mcpRevisions } from '#contract/limits.ts';
import { openApi, openApiCompact } from '#contract/openapi/document.ts';
import { hasPrice } from '#domain/access/access.ts';
import type { ReadBody } from '#domain/release/artifact.ts';
import { explainEmpty } from '#domain/lists/empty-reason.ts';
import { entries } from '#domain/documents/items.ts';
import { itemsOnList } from '#domain/lists/lists.ts';
import { once } from '#domain/memoize.ts';
import { indexUpdatedAt, type Room, type RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { agentCard, legacyAgentCard } from './agent-card.ts';
import { authMd } from './auth.ts';
import * as catalogs from './catalogs.ts';
import { contentIndexPage } from '#domain/documents/content-index.ts';
import * as discovery from './discovery.ts';
import { exampleAnswers, exampleEvents, examplePaymentRequired } from './examples.ts';
import { people } from '#domain/documents/people.ts';
import { nexusCreators, nexusFeed } from '#domain/documents/nexus.ts';
import { agentsMd, llmsFullTxt, llmsTxt } from './plain-text.ts';
import * as press from '#domain/documents/press.ts';
import type { McpDescriptor } from '#contract/schemas/tools.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl } from '#domain/links.ts';
import { toolForDescriptor, toolsForRoom } from '#domain/protocols/tools.ts';
import { skillsIndex } from './skills.ts';

const mcpDescriptor = (room: Room): McpDescriptor => ({
  name: room.creator.publication,
  version: apiVersion,
  transport: 'streamable-http',
  endpoint: endpointUrl(room.baseUrl, 'mcp'),
  protocolVersions: [...mcpRevisions],
  tools: toolsForRoom(room).map(toolForDescriptor),
});

/**
 * Name of a document with a single address. The compiler requires one for every endpoint that is served from a file.
 */
export type Single = Exclude<DocumentName, 'article' | 'articleMarkdown' | 'contentIndexShard' | 'agentSkill'>;

export const itemsInDocument = (room: Room, name: ListName): RoomItem[] =>
  itemsOnList(room, name).slice(0, contentIndexMaxLimit);

function listDocument(room: Room, name: ListName): object {
  const first = itemsInDocument(room, name).map((item) => entries[name](room, item));
  const page = { items: first, count: first.length, total: itemsOnList(room, name).length };
  if (page.count > 0) return page;
  // Items of the type exist but are hidden from programs.
  const isHidden = () => room.items.some(({ type }) => typesInList(name).includes(type));
  return { ...page, emptyReason: explainEmpty(room.items.length, isHidden) };
}

const listDocuments = (room: Room) =>
  Object.fromEntries(listNames.map((name) => [name, () => listDocument(room, name)])) as Record<
    ListName,
    () => unknown
  >;

export const documents = (room: Room, bodyOf: ReadBody): Record<Single, () => unknown> => ({
  index: () => discovery.apiIndex(room),
  health: () => discovery.health(),
  discoveryBundle: () => discovery.discoveryBundle(room),
  landingPayload: () => discovery.landingPayload(room),
  widget: () => discovery.widget(room),
  changelog: () => discovery.changelog(room),
  openApi: () =>
    openApi(room.baseUrl, room.creator.publication, examples(), (paywall?: PaywallRule) =>
      hasPrice(room.access, paywall),
    ),
  openApiCompact: () => openApiCompact(room.baseUrl, room.creator.publication),
  agentCard: () => agentCard(room),
  legacyAgentCard: () => legacyAgentCard(room),
  llmsTxt: () => llmsTxt(room),
  llmsFullTxt: () => llmsFullTxt(room, bodyOf),
  agentsMd: () => agentsMd(room),
  authMd: () => authMd(room),
  apiCatalog: () => catalogs.apiCatalog(room),
  aiCatalog: () => catalogs.aiCatalog(room),
  ard: () => catalogs.ardManifest(room),
  agentSkills: () => skillsIndex(room),
  profile: () => press.profile(room),
  booking: () => press.booking(room),
  mediaKit: () => press.mediaKit(room),
  speaking: () => press.speaking(room),
  people: () => people(room),
  contentIndex: () => contentIndexPage(room),
  ...listDocuments(room),
  mcpDescriptor: () => mcpDescriptor(room),
  nexusCreators: () => nexusCreators(room, indexUpdatedAt(room)),
  nexusFeed: () => nexusFeed(room, indexUpdatedAt(room)),
});

/** Makes the examples from mock data of a room that does not exist, with one item of each type. */
function makeExamples() {
  const mock = sandboxRoom({ baseUrl: 'https://room.example' });
  const room = { ...mock, items: mock.items.slice(0, itemTypes.length) };
  const examples = documents(room, () => 'The text of a mock article.');
  return {
    answers: exampleAnswers(room, examples),
    events: exampleEvents(room),
    paymentRequired: examplePaymentRequired(room.baseUrl),
  };
}

/** Returns the examples, which are the same for every room. */
const examples = once(makeExamples);

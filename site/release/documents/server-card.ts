// Renders the MCP server card (SEP-2127): identity and address of the server. Its tools are listed by the server
// itself.
import { endpoints } from '#contract/endpoints.ts';
import { mcpRevisions } from '#contract/limits.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl } from '#domain/links.ts';
import { type PublicFacts, shorten } from '#domain/room.ts';
import { asSentence } from '#domain/text/sentence.ts';
import { roomSlug } from '#domain/text/slug.ts';

/** Reserved address next to the endpoint, and the address that scanners request. */
export const serverCardPaths = [`${endpoints.mcp.http.path}/server-card`, '/.well-known/mcp/server-card.json'] as const;
export const serverCardType = 'application/mcp-server-card+json';
export const serverCardUrl = (baseUrl: string): string => baseUrl + serverCardPaths[0];

export const serverCard = ({ creator, baseUrl }: PublicFacts) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: `${new URL(baseUrl).hostname.split('.').reverse().join('.')}/${roomSlug({ creator, baseUrl })}`,
  version: apiVersion,
  title: shorten(creator.publication, 100),
  description: shorten(asSentence(`Content, press material and booking of ${creator.name}`), 100),
  websiteUrl: `${baseUrl}/`,
  remotes: [{ type: 'streamable-http', url: endpointUrl(baseUrl, 'mcp'), supportedProtocolVersions: mcpRevisions }],
});

// The wire shapes of discovery: index, health, bundle, landing payload, widget, changelog, negotiation.
import { type Static, Type } from 'typebox';
import { eventIds } from '../events.ts';
import { L402Info } from './payment.ts';
import { closedObject, Count, Day, flag, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

const WebhookEvent = closedObject({ id: oneOf([...eventIds]), description: text('Cause of the event.') });

export const ApiIndex = closedObject(
  {
    name: text('Name of the room.'),
    description: text('Content of the room.'),
    version: text('API version.'),
    events: list(WebhookEvent, 'Webhook events of the specification.'),
    moreEvents: optional(list(WebhookEvent, 'Further webhook events, with the capability events.v2.')),
    endpoints: Type.Object(
      {
        profile: Uri('Profile.'),
        articles: closedObject({ list: Uri('All articles.'), one: text('Address template of one article.') }),
      },
      { additionalProperties: Type.String(), description: 'Endpoint names to addresses or address templates.' },
    ),
    docsUrl: optional(Uri('Documentation.')),
    statusUrl: optional(Uri('Status page.')),
    openApiUrl: optional(Uri('OpenAPI 3.1 document.')),
    changelogUrl: optional(Uri('Changelog.')),
    fallbackDocsUrl: optional(Uri('Documentation on this host.')),
    fallbackStatusUrl: optional(Uri('Status on this host.')),
    docs: optional(Uri('Documentation.')),
    discoveryBundleUrl: optional(Uri('Discovery bundle.')),
    negotiateUrl: optional(Uri('Capability negotiation.')),
    landingPayloadUrl: optional(Uri('Landing payload.')),
    mediaKitPdfUrl: optional(Uri('Media kit as PDF.')),
    speakingPdfUrl: optional(Uri('Speaking one-sheet as PDF.')),
    discoveryLinks: closedObject({
      agentCard: Uri('A2A agent card.'),
      mcp: Uri('MCP descriptor and endpoint.'),
      llmsTxtUrl: Uri('llms.txt.'),
      agentsMdUrl: Uri('AGENTS.md.'),
      nexus: Uri('Directory of creators.'),
      nexusPage: Uri('Directory for people.'),
    }),
    mcpToolsSummary: list(text('Tool name.')),
    capabilities: list(text('Capability id, such as sandbox.v1.')),
    rateLimitPerMinute: optional(Count('MCP calls per minute.')),
    quotaRemaining: optional(Count('Quota hint.')),
  },
  { title: 'ApiIndex' },
);
export type ApiIndex = Static<typeof ApiIndex>;

export const Health = closedObject(
  { version: text('API version.'), status: oneOf(['operational']) },
  { title: 'Health' },
);
export type Health = Static<typeof Health>;

export const DiscoveryBundle = closedObject(
  {
    version: text('API version.'),
    links: closedObject({
      llmsTxt: Uri('llms.txt.'),
      agentCard: Uri('A2A agent card.'),
      apiIndex: Uri('API index.'),
      openApi: Uri('OpenAPI 3.1 document.'),
      changelog: Uri('Changelog.'),
      nexus: Uri('Directory of creators.'),
    }),
    capabilities: list(text('Capability id.')),
    docsUrl: Uri('Documentation.'),
    statusUrl: Uri('Status page.'),
    fallbackDocsUrl: Uri('Documentation on this host.'),
    fallbackStatusUrl: Uri('Status on this host.'),
    landingPayloadUrl: Uri('Landing payload.'),
    indexUpdatedAt: Instant('Newest change of the content.'),
    l402: optional(L402Info),
  },
  { title: 'DiscoveryBundle' },
);
export type DiscoveryBundle = Static<typeof DiscoveryBundle>;

export const LandingPayload = closedObject(
  {
    hero: closedObject({ heading: text('Heading.'), subheading: text('Line below it.') }),
    ctas: list(closedObject({ label: text('Text.'), href: Uri('Target of the link.'), primary: Type.Boolean() })),
    discoveryLinks: closedObject({
      llmsTxt: Uri('llms.txt.'),
      agentsMd: Uri('AGENTS.md.'),
      agent: Uri('A2A agent card.'),
      apiAgent: Uri('API index.'),
      nexusCreators: Uri('Directory of creators.'),
      docs: Uri('Documentation.'),
      status: Uri('Status page.'),
    }),
  },
  { title: 'LandingPayload' },
);
export type LandingPayload = Static<typeof LandingPayload>;

export const Widget = closedObject(
  {
    mode: oneOf(['meta-only']),
    baseUrl: Uri('Base address.'),
    snippets: closedObject({
      htmlMetaLinks: text('Link elements for the head of a page.'),
      jsonLd: text('Script element with JSON-LD.'),
      markdown: text('Links as Markdown.'),
    }),
  },
  { title: 'Widget' },
);
export type Widget = Static<typeof Widget>;

export const ChangelogEntry = closedObject({
  date: Day('Date of the change.'),
  summary: text('One line.'),
  changes: list(text('A change.')),
  breaking: optional(flag('True when clients must change.')),
  capabilities: optional(list(text('Capability ids that the entry adds or changes.'))),
});
export type ChangelogEntry = Static<typeof ChangelogEntry>;

export const Changelog = closedObject(
  {
    version: text('API version.'),
    changelogUrl: Uri('This resource.'),
    entries: list(ChangelogEntry, 'Newest first.'),
  },
  { title: 'Changelog' },
);
export type Changelog = Static<typeof Changelog>;

export const NegotiateRequest = Type.Object(
  {
    capabilities: optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, description: 'Capabilities of the client.' }),
    ),
  },
  { title: 'NegotiateRequest' },
);
export const Negotiation = closedObject(
  {
    ...postFields,
    serverCapabilities: list(text('Capability id.')),
    clientCapabilities: list(text('Same as in the request.')),
    compatible: list(text('Supported by both sides.')),
    unsupported: list(text('Requested but not supported.')),
    recommendation: list(
      closedObject({ flow: text('Name of the job.'), endpoints: list(Uri('In order.')), note: text('Instructions.') }),
    ),
  },
  { title: 'Negotiation' },
);
export type Negotiation = Static<typeof Negotiation>;

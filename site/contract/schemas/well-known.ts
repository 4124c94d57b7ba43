// The wire shapes of documents at well-known addresses: API catalog, AI catalog, agent skills.
import { type Static, Type } from 'typebox';
import { closedObject, Instant, list, oneOf, optional, text, Uri } from './shape.ts';

const targets = (description: string) =>
  optional(list(closedObject({ href: Uri('Address.'), type: optional(text('Media type.')) }), description));

/** RFC 9264 §4.2: each member of a context besides `anchor` is a relation with its targets, here those of RFC 8631. */
export const ApiCatalog = closedObject(
  {
    linkset: list(
      closedObject({
        anchor: Uri('Subject of the links.'),
        item: targets('APIs of the catalog.'),
        'service-desc': targets('Descriptions for programs.'),
        'service-doc': targets('Descriptions for people.'),
        'service-meta': targets('Metadata.'),
        status: targets('Status of the service.'),
      }),
    ),
  },
  { title: 'ApiCatalog' },
);
export type ApiCatalog = Static<typeof ApiCatalog>;

const identifier = Type.String({
  pattern: '^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$',
  description: 'Stable name: urn:air:host:kind:name.',
});

const catalogEntry = {
  identifier,
  type: text('Media type.'),
  url: Uri('Address.'),
  displayName: text('Display name.'),
  description: optional(text('Purpose.')),
  tags: optional(list(text('Keyword.'))),
  updatedAt: optional(Instant('Newest change.')),
};

export const AiCatalog = closedObject(
  {
    specVersion: oneOf(['1.0']),
    host: closedObject({ displayName: text('Name of the operator.'), documentationUrl: Uri('Documentation.') }),
    entries: list(closedObject(catalogEntry)),
  },
  { title: 'AiCatalog' },
);
export type AiCatalog = Static<typeof AiCatalog>;

export const ArdManifest = closedObject(
  {
    entries: list(
      closedObject({
        ...catalogEntry,
        representativeQueries: Type.Array(Type.String(), {
          minItems: 2,
          maxItems: 5,
          description: 'Typical questions of people.',
        }),
      }),
    ),
  },
  { title: 'ArdManifest' },
);
export type ArdManifest = Static<typeof ArdManifest>;

export const AgentSkills = closedObject(
  {
    $schema: Uri('Version of the schema.'),
    skills: list(
      closedObject({
        name: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64, description: 'Name of its folder.' }),
        type: oneOf(['skill-md']),
        description: text('Purpose and when to use it.', { maxLength: 1024 }),
        url: Uri('The SKILL.md.'),
        digest: Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description: 'Digest of SKILL.md.' }),
      }),
    ),
  },
  { title: 'AgentSkills' },
);
export type AgentSkills = Static<typeof AgentSkills>;

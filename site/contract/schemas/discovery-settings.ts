// The part of creator.json about discovery, feeds and use of the content by machines.
import { Type } from 'typebox';
import { Picture } from './kit.ts';
import { closedObject, flag, Instant, optional, text, Uri } from './shape.ts';

export const discoverySettings = {
  contentSignals: optional(
    closedObject(
      {
        search: flag('To build a search index and give results. Default true.'),
        aiInput: flag('As input to a model that answers a question. Default true.'),
        aiTrain: flag('To train a model. Default false.'),
      },
      { description: 'What machines may use the content for, as robots.txt and the licence say it.' },
    ),
  ),
  security: optional(
    closedObject(
      {
        contact: Uri('Where to report a weakness: https or mailto.'),
        expires: Instant('Until when this holds (RFC 9116: at most a year is advised).'),
        policy: optional(Uri('How reports are handled.')),
      },
      { description: 'Makes /.well-known/security.txt.' },
    ),
  ),
  podcast: optional(
    closedObject(
      {
        title: optional(text('Default: the podcast that most episodes name.')),
        description: optional(text('Default: the oneLiner.')),
        category: optional(text('Category of Apple Podcasts. Default Society & Culture.')),
        subcategory: optional(text('Subcategory of it.')),
        image: optional(Picture),
        email: optional(Type.String({ format: 'email', description: 'Owner, for directories that ask.' })),
      },
      { description: 'What /podcast.xml says of the show.' },
    ),
  ),
  nexus: optional(
    closedObject(
      { listed: flag('Whether directories of creators may list the room. Default true; false leaves them.') },
      { description: 'Stands in the profile, where a Nexus reads it.' },
    ),
  ),
  webSubHub: optional(Uri('WebSub hub that is told of new content.')),
  indexNow: optional(
    closedObject(
      {
        key: Type.String({ pattern: '^[A-Za-z0-9-]{8,128}$', description: 'Stands in /KEY.txt.' }),
        endpoint: optional(Uri('Default https://api.indexnow.org/indexnow.')),
      },
      { description: 'Tells search engines of changed pages after each build.' },
    ),
  ),
};

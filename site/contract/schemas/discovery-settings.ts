// The part of creator.json about discovery, feeds and use of the content by machines.
import { Type } from 'typebox';
import { Picture } from './kit.ts';
import { closedObject, flag, Instant, oneOf, optional, text, Uri } from './shape.ts';

export const discoverySettings = {
  contentSignals: optional(
    closedObject(
      {
        search: flag('Use for search. Default: yes.'),
        aiInput: flag('Use as input for answers of AI models. Default: yes.'),
        aiTrain: flag('Use for training AI models. Default: no.'),
      },
      { description: 'Permitted uses of the content by machines, published in robots.txt and the licence.' },
    ),
  ),
  security: optional(
    closedObject(
      {
        contact: Uri('Starts with https:// or mailto:.'),
        expires: Instant('At most a year from now, such as 2027-05-01T00:00:00Z.'),
        policy: optional(Uri('Page that says how you handle reports.')),
      },
      { description: 'Where to report a vulnerability of your site (/.well-known/security.txt).' },
    ),
  ),
  podcast: optional(
    closedObject(
      {
        title: optional(text('Default: the most frequent podcast of the episodes.')),
        description: optional(
          text('Default: the description in the feed of the show, else your one-sentence description.'),
        ),
        category: optional(text('Category of Apple Podcasts. Default: the categories in the feed of the show.')),
        subcategory: optional(text('Subcategory of the show.')),
        explicit: optional(flag('For adults only. Default: as in the feed of the show.')),
        type: optional(oneOf(['episodic', 'serial'], 'Order in which to listen.')),
        guid: optional(text('podcast:guid of the show. Default: as in the feed of the show.')),
        funding: optional(Uri('Page for donations. Default: as in the feed of the show.')),
        image: optional(Picture),
        email: optional(
          Type.String({ format: 'email', description: 'Mail address of the owner for podcast directories.' }),
        ),
      },
      { description: 'Your show in podcast directories (/podcast.xml).' },
    ),
  ),
  nexus: optional(
    closedObject(
      { listed: flag('Allow directories of creators to list the room. Default: yes; no removes it.') },
      { description: 'Listing in directories; published in the profile.' },
    ),
  ),
  webSubHub: optional(Uri('WebSub hub to notify of new content.')),
  indexNow: optional(
    closedObject(
      {
        key: Type.String({ pattern: '^[A-Za-z0-9-]{8,128}$', description: 'Key, published in /KEY.txt.' }),
        endpoint: optional(Uri('Default: https://api.indexnow.org/indexnow.')),
      },
      { description: 'Notifies search engines of changed pages after each build.' },
    ),
  ),
};

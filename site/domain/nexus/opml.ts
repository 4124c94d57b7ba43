// The feeds of all members as OPML 2.0, for feed readers.
import { generateOpml } from 'feedsmith';
import { xmlText } from '../xml.ts';

export interface Outline {
  name: string;
  oneLiner: string;
  origin: string;
  mediaRoomUrl: string;
}

/** Every room has its feed there. */
const feedPath = '/feed.xml';

export const membersOpml = (title: string, members: Outline[]): string =>
  generateOpml({
    head: { title: xmlText(title) },
    body: {
      outlines: members.map(({ name, oneLiner, origin, mediaRoomUrl }) => ({
        type: 'rss',
        text: xmlText(name),
        title: xmlText(name),
        ...(oneLiner && { description: xmlText(oneLiner) }),
        xmlUrl: origin + feedPath,
        htmlUrl: mediaRoomUrl,
      })),
    },
  });

// The feeds of all members as OPML 2.0.
import { generateOpml } from 'feedsmith';
import { xmlText } from '../text/markup.ts';

export interface Outline {
  name: string;
  oneLiner: string;
  origin: string;
  mediaRoomUrl: string;
}

/** Path of the feed of every room. */
const feedPath = '/feed.xml';

const memberOutline = ({ name, oneLiner, origin, mediaRoomUrl }: Outline) => ({
  type: 'rss',
  text: xmlText(name),
  title: xmlText(name),
  ...(oneLiner && { description: xmlText(oneLiner) }),
  xmlUrl: origin + feedPath,
  htmlUrl: mediaRoomUrl,
});

/** Renders the list of feeds. The digest comes first, because OPML does not allow an empty list. */
export const membersOpml = (title: string, digestUrl: string, pageUrl: string, members: Outline[]): string =>
  generateOpml({
    head: { title: xmlText(title) },
    body: {
      outlines: [
        { type: 'rss', text: xmlText(title), xmlUrl: `${digestUrl}?format=rss`, htmlUrl: pageUrl },
        ...members.map(memberOutline),
      ],
    },
  });

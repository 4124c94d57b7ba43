// Reads the facts of an RSS channel that describe the show as a whole.
import type { ChannelFacts } from '../feed-document.ts';
import {
  elementAddress,
  elementHtml,
  elementText,
  findChild,
  findChildren,
  findChildText,
  readAttribute,
} from './tree.ts';
import type { XmlElement } from './xml.ts';

export function readChannel(channel: XmlElement): ChannelFacts {
  const owner = findChild(channel, 'itunes', 'owner');
  return {
    description:
      elementHtml(findChild(channel, 'rss', 'description')) ??
      elementHtml(findChild(channel, 'itunes', 'summary', 'subtitle')),
    copyright: findChildText(channel, 'rss', 'copyright') ?? findChildText(channel, 'dc', 'rights'),
    categories: findChildren(channel, 'itunes', 'category').map((category) => ({
      name: readAttribute(category, 'text'),
      subcategory: readAttribute(findChild(category, 'itunes', 'category'), 'text'),
    })),
    explicit: findChildText(channel, 'itunes', 'explicit'),
    guid: findChildText(channel, 'podcast', 'guid'),
    type: findChildText(channel, 'itunes', 'type'),
    ownerEmail: owner && findChildText(owner, 'itunes', 'email'),
    funding: findChildren(channel, 'podcast', 'funding').map((element) => ({
      url: elementAddress(element, 'url'),
      label: elementText(element),
    })),
  };
}

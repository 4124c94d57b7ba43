// Authors of items, as feeds name them and as the addresses of posts do.
import { plainName } from '#domain/names.ts';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { plainText, shorten } from './plain-text.ts';

/** Undefined where nobody is named, or only the account that the feed is of, or a channel whose owner is not named. */
export function findAuthor(item: FeedItem, document: FeedDocument): string | undefined {
  const account = parseAccount(document.link);
  const other = findOriginalAuthor(item, account);
  // An account such as ann@mastodon.example looks like a mail address.
  if (other) return authorName(other) ?? shorten(`@${plainText(other)}`, 200);
  const stated = (item.authors ?? [item.author ?? document.author]).flatMap((name) => authorName(name) ?? []);
  const names = isChannel(stated, document) ? findOwner(document) : stated;
  const isFeeds = account !== undefined && names.length === 1 && names[0]!.toLowerCase() === `@${account.name}`;
  return isFeeds || names.length === 0 ? undefined : shorten([...new Set(names)].join(', '), 200);
}

/** True if the only author is the channel itself, as platforms of videos have it. */
const isChannel = (names: string[], { title }: FeedDocument): boolean =>
  names.length === 1 && plainName(names[0]!) === plainName(plainText(title));

/** The person whom a channel states as its author or owner. */
const findOwner = (document: FeedDocument): string[] =>
  [document.author, document.owner]
    .flatMap((name) => authorName(name) ?? [])
    .filter((name) => !isChannel([name], document))
    .slice(0, 1);

/** The author of a post that another account than the feed's has written: a boost, a repost. */
function findOriginalAuthor({ link, title, author, sharedFrom }: FeedItem, account: Account | undefined) {
  const inTitle = /\bshared a (?:status|note|post|notice) by (\S+)/i.exec(title ?? '')?.[1];
  const linked = parseAccount(link);
  const isOther = linked?.isPost && linked.kind === account?.kind && linked.name !== account.name;
  if (sharedFrom === undefined && inTitle === undefined && !isOther) return undefined;
  // Bridges name the author themselves.
  const linkedAuthor = linked && author?.toLowerCase().includes(linked.name) ? author : linked && `@${linked.name}`;
  return sharedFrom || inTitle || linkedAuthor || URL.parse(link ?? '')?.hostname;
}

interface Account {
  /** Form of the address. */
  kind: '@' | 'profile' | 'status';
  name: string;
  /** True if the address leads to a post, not to the profile. */
  isPost: boolean;
}

/** The account of a profile or a post: mastodon.example/@ann/1, bsky.app/profile/ann, x.com/ann/status/1. */
function parseAccount(address: string | undefined): Account | undefined {
  const path = URL.parse(address ?? '')?.pathname ?? '';
  const [, prefix, name, post] = /^\/(@|users\/|profile\/)([^/]+)(\/[^/].*)?/.exec(path) ?? [];
  if (name)
    return { kind: prefix === 'profile/' ? 'profile' : '@', name: name.toLowerCase(), isPost: post !== undefined };
  const [, user, status] = /^\/([\w-]+)(\/status(?:es)?\/[^/]+)?\/?$/.exec(path) ?? [];
  return user ? { kind: 'status', name: user.toLowerCase(), isPost: status !== undefined } : undefined;
}

/** RSS authors are mail addresses with a name behind: the name is enough. */
export function authorName(author: string | undefined): string | undefined {
  const text = plainText(author);
  const open = text.indexOf('(');
  const isNamed = open > 0 && text.endsWith(')') && mailAddress.test(text.slice(0, open).trim());
  const name = isNamed ? text.slice(open + 1, -1) : withoutMail(text);
  return shorten(name, 200) || undefined;
}

/** Word by word: one expression for the whole text would try each of its parts from each of its characters. */
const withoutMail = (text: string): string =>
  text
    .split(' ')
    .filter((word) => !mailAddress.test(word) || !word.includes('.'))
    .join(' ');
const mailAddress = /^<?[^\s@]+@[^\s@]+$/;

// Finds the authors of items in feeds and in the addresses of posts.
import { plainName } from '#domain/names.ts';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { plainText, shorten } from './plain-text.ts';

/** Returns undefined if no author is named, or only the account of the feed itself or a channel without an owner. */
export function findAuthor(item: FeedItem, document: FeedDocument): string | undefined {
  const account = parseAccount(document.link);
  const other = findOriginalAuthor(item, account);
  // Accounts such as ann@mastodon.example look like mail addresses.
  if (other) return authorName(other) ?? shorten(`@${plainText(other)}`, 200);
  const statedNames = (item.authors ?? [item.author ?? document.author]).flatMap((name) => authorName(name) ?? []);
  const names = isChannel(statedNames, document) ? findOwner(document) : statedNames;
  const isFeeds = account !== undefined && names.length === 1 && names[0]!.toLowerCase() === `@${account.name}`;
  return isFeeds || names.length === 0 ? undefined : shorten([...new Set(names)].join(', '), 200);
}

/** Returns true if the only author is the channel itself, as on video platforms. */
const isChannel = (names: string[], { title }: FeedDocument): boolean =>
  names.length === 1 && plainName(names[0]!) === plainName(plainText(title));

/** Returns the person that a channel names as its author or owner. */
const findOwner = (document: FeedDocument): string[] =>
  [document.author, document.owner]
    .flatMap((name) => authorName(name) ?? [])
    .filter((name) => !isChannel([name], document))
    .slice(0, 1);

/** Returns the author of a shared post (boost, repost), which another account has written. */
function findOriginalAuthor({ link, title, author, sharedFrom }: FeedItem, account: Account | undefined) {
  const statedName = sharedFrom || /\bshared a (?:status|note|post|notice) by (\S+)/i.exec(title ?? '')?.[1];
  if (statedName) return statedName;
  const linked = parseAccount(link);
  if (sharedFrom === undefined && !isPostOfAnother(linked, account)) return undefined;
  return linked ? nameLinkedAuthor(linked, author) : URL.parse(link ?? '')?.hostname;
}

const isPostOfAnother = (linked: Account | undefined, account: Account | undefined): boolean =>
  linked?.isPost === true && linked.kind === account?.kind && linked.name !== account.name;

/** Returns the name of a linked account. Bridges state the full name as the author of the entry. */
const nameLinkedAuthor = ({ name }: Account, author: string | undefined): string =>
  author?.toLowerCase().includes(name) ? author : `@${name}`;

interface Account {
  /** Form of the address. */
  kind: '@' | 'profile' | 'status';
  name: string;
  /** True if the address leads to a post and not to the profile. */
  isPost: boolean;
}

/** Parses the address of a profile or post: mastodon.example/@ann/1, bsky.app/profile/ann, x.com/ann/status/1. */
function parseAccount(address: string | undefined): Account | undefined {
  const path = URL.parse(address ?? '')?.pathname ?? '';
  const [, prefix, name, post] = /^\/(@|users\/|profile\/)([^/]+)(\/[^/].*)?/.exec(path) ?? [];
  if (name)
    return { kind: prefix === 'profile/' ? 'profile' : '@', name: name.toLowerCase(), isPost: post !== undefined };
  const [, user, status] = /^\/([\w-]+)(\/status(?:es)?\/[^/]+)?\/?$/.exec(path) ?? [];
  return user ? { kind: 'status', name: user.toLowerCase(), isPost: status !== undefined } : undefined;
}

/** Returns the name of an author. RSS authors are mail addresses followed by a name in brackets. */
export function authorName(author: string | undefined): string | undefined {
  const text = plainText(author);
  const open = text.indexOf('(');
  const isNamed = open > 0 && text.endsWith(')') && mailAddress.test(text.slice(0, open).trim());
  const name = isNamed ? text.slice(open + 1, -1) : withoutMail(text);
  return shorten(name, 200) || undefined;
}

/** Removes mail addresses word by word, since one regular expression for the whole text would take quadratic time. */
const withoutMail = (text: string): string =>
  text
    .split(' ')
    .filter((word) => !mailAddress.test(word) || !word.includes('.'))
    .join(' ');
const mailAddress = /^<?[^\s@]+@[^\s@]+$/;

// Notices after a change. The address contains only a name and a number, so that links cannot inject text.
import type { PageNotice } from './ui/frame.ts';
import type { CountedConsoleMessage, ConsoleTranslate, ConsoleMessage } from './messages/messages.ts';

/** Writes the notice of a change; `count` is the number of things that changed. */
export type NoticeText = (t: ConsoleTranslate, count: number) => PageNotice;

export const successNotice =
  (text: ConsoleMessage): NoticeText =>
  (t) => ({ kind: 'done', text: t(text) });
export const problemNotice =
  (text: ConsoleMessage): NoticeText =>
  (t) => ({ kind: 'problem', text: t(text) });
export const countedNotice =
  (one: string, many: CountedConsoleMessage): NoticeText =>
  (t, count) => ({ kind: 'done', text: t.count(one, many, count) });
/** Uses another notice if nothing changed. */
export const unlessNone =
  (some: NoticeText, none: NoticeText): NoticeText =>
  (t, count) =>
    (count > 0 ? some : none)(t, count);

export const consoleNotices = {
  signedIn: successNotice('You are signed in.'),
  signedOut: successNotice('You are signed out.'),
  cookieLost: problemNotice(
    'You are not signed in. If you just signed in, allow cookies and use the room’s own address.',
  ),
  formKept: problemNotice('Your session has expired. Sign in to restore your input, which is kept for an hour.'),
  signInAgain: problemNotice('Nothing was changed. Sign in again first.'),
  passwordSet: successNotice('Password set. Use it the next time you sign in.'),
  passwordChanged: successNotice('Password changed. Other browsers are signed out.'),
  passkeyAdded: successNotice('Passkey added. You can use it the next time you sign in.'),
  credentialRemoved: successNotice('Removed. Other browsers are signed out.'),
  browsersSignedOut: countedNotice('One browser was signed out.', '{count} browsers were signed out.'),
  addressesRenewed: successNotice('New addresses created. The old ones no longer work.'),
  noticeSent: unlessNone(
    successNotice('Test notice sent.'),
    problemNotice('No test notice was sent because no channel is set up.'),
  ),
  feedsAsked: successNotice('Reading feeds. Reload the page in a moment to see the result.'),
  feedRead: unlessNone(
    countedNotice('Feed read. One new item.', 'Feed read. {count} new items.'),
    successNotice('Feed read. No new items.'),
  ),
  feedFailed: problemNotice('The feed could not be read. See the reason in its row.'),
  feedsAdded: countedNotice('One feed added. It is being read now.', '{count} feeds added. They are being read now.'),
  feedMoved: successNotice('The feed is now read from its new address.'),
  feedRemoved: unlessNone(
    countedNotice('Feed removed, with one item.', 'Feed removed, with {count} items.'),
    successNotice('Feed removed. Its items were kept.'),
  ),
  feedChanged: problemNotice('Nothing was changed because the feed changed after this page was loaded.'),
  undone: countedNotice(
    'Undone. One item was restored. Your site is being updated.',
    'Undone. {count} items were restored. Your site is being updated.',
  ),
  partlyUndone: (t, count) => ({
    kind: 'problem',
    text: t.count(
      'One item was restored. The others have changed since and were left as they are.',
      '{count} items were restored. The others have changed since and were left as they are.',
      count,
    ),
  }),
  notUndone: problemNotice('This can no longer be undone.'),
  begun: successNotice('Saved to your inbox. It stays private until you approve it.'),
  embargoed: successNotice('Approved. The item stays secret until its date, then goes live.'),
  approved: countedNotice(
    'One item approved. Your site is being updated.',
    '{count} items approved. Your site is being updated.',
  ),
  rejected: countedNotice('One item rejected.', '{count} items rejected.'),
  retracted: countedNotice(
    'One item retracted. Your site is being updated.',
    '{count} items retracted. Your site is being updated.',
  ),
  reopened: countedNotice('One item moved to the inbox.', '{count} items moved to the inbox.'),
  saved: successNotice('Saved.'),
  savedLive: successNotice('Saved. Your site is being updated.'),
  picturesAdded: countedNotice(
    'Picture added. Your site is being updated.',
    '{count} pictures added. Your site is being updated.',
  ),
  nothingTyped: successNotice('No changes.'),
  hidden: successNotice('Hidden. Your site is being updated.'),
  shown: successNotice('Shown. Your site is being updated.'),
} satisfies Record<string, NoticeText>;

export function readNotice(
  t: ConsoleTranslate,
  texts: Record<string, NoticeText>,
  name: string | undefined,
  count: string | undefined,
): PageNotice | undefined {
  if (name === undefined || !Object.hasOwn(texts, name)) return undefined;
  return texts[name]!(t, Number.parseInt(count ?? '1', 10) || 0);
}

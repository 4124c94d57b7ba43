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
    'You are not signed in. If you did so just now: let the browser keep cookies, and use the room’s own address.',
  ),
  formKept: problemNotice(
    'The sign-in is over. Sign in: what you typed is kept for an hour, and is in its form afterwards.',
  ),
  signInAgain: problemNotice('Nothing was changed: sign in again first.'),
  passwordSet: successNotice('The password is set. It signs you in from now on.'),
  passwordChanged: successNotice('The password is changed. Other browsers are signed out.'),
  passkeyAdded: successNotice('The passkey is kept. It signs you in from now on.'),
  credentialRemoved: successNotice('It is removed. Other browsers are signed out.'),
  browsersSignedOut: countedNotice('One browser is signed out.', '{count} browsers are signed out.'),
  addressesRenewed: successNotice('The old addresses show nothing any more.'),
  noticeSent: unlessNone(
    successNotice('A test notice is on its way.'),
    problemNotice('No channel is set up, so that nothing was sent.'),
  ),
  feedsAsked: successNotice('The feeds are read now; then the room is built. Load the page again in a while.'),
  feedRead: unlessNone(
    countedNotice('The feed is read: One item new.', 'The feed is read: {count} items new.'),
    successNotice('The feed is read: nothing is new.'),
  ),
  feedFailed: problemNotice('The feed could not be read: its line says why.'),
  feedsAdded: countedNotice('One feed is added, and read now.', '{count} feeds are added, and read now.'),
  feedMoved: successNotice('The feed is read at its new address from now on.'),
  feedRemoved: unlessNone(
    countedNotice('The feed is removed; One item went along.', 'The feed is removed; {count} items went along.'),
    successNotice('The feed is removed; its items stay.'),
  ),
  feedChanged: problemNotice('Nothing was changed: the feed is not what this page showed.'),
  undone: countedNotice(
    'Undone: One item restored. The room follows once it is built.',
    'Undone: {count} items restored. The room follows once it is built.',
  ),
  partlyUndone: (t, count) => ({
    kind: 'problem',
    text: t.count(
      'One item restored. The others have changed since then and stay as they are.',
      '{count} items restored. The others have changed since then and stay as they are.',
      count,
    ),
  }),
  notUndone: problemNotice('That can no longer be undone.'),
  begun: successNotice('It waits in the inbox. Nobody sees it until you approve it.'),
  embargoed: successNotice('Approved: secret until its moment, then live by itself.'),
  approved: countedNotice(
    'One item approved: live once the room is built.',
    '{count} items approved: live once the room is built.',
  ),
  rejected: countedNotice('One item rejected.', '{count} items rejected.'),
  retracted: countedNotice(
    'One item retracted: gone from the room with the next build.',
    '{count} items retracted: gone from the room with the next build.',
  ),
  reopened: countedNotice(
    'One item opened again, to be decided about.',
    '{count} items opened again, to be decided about.',
  ),
  saved: successNotice('Saved.'),
  savedLive: successNotice('Saved: live once the room is built.'),
  picturesAdded: countedNotice(
    'The picture is kept: live once the room is built.',
    '{count} pictures are kept: live once the room is built.',
  ),
  nothingTyped: successNotice('Nothing was different, so that nothing changed.'),
  hidden: successNotice('Hidden once the room is built.'),
  shown: successNotice('Shown once the room is built.'),
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

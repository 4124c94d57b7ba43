// What is said on the page after a change. The address carries only the name and a number, so that no link can put words here.
import type { Notice } from './ui/frame.ts';
import type { Counted, Say, Text } from './words/words.ts';

type Told = (say: Say, count: number) => Notice;

const done =
  (text: Text): Told =>
  (say) => ({ kind: 'done', text: say(text) });
const problem =
  (text: Text): Told =>
  (say) => ({ kind: 'problem', text: say(text) });
const counted =
  (one: string, many: Counted): Told =>
  (say, count) => ({ kind: 'done', text: say.count(one, many, count) });
/** Another text where there is none. */
const unlessNone =
  (some: Told, none: Told): Told =>
  (say, count) =>
    (count > 0 ? some : none)(say, count);

const texts = {
  signedIn: done('You are signed in.'),
  signedOut: done('You are signed out.'),
  cookieLost: problem(
    'You are not signed in. If you did so just now: let the browser keep cookies, and use the room’s own address.',
  ),
  formKept: problem('The sign-in is over. Sign in: what you typed is kept for an hour, and is in its form afterwards.'),
  signInAgain: problem('Nothing was changed: sign in again first.'),
  passwordSet: done('The password is set. It signs you in from now on.'),
  passwordChanged: done('The password is changed. Other browsers are signed out.'),
  passkeyAdded: done('The passkey is kept. It signs you in from now on.'),
  credentialRemoved: done('It is removed. Other browsers are signed out.'),
  browsersSignedOut: counted('One browser is signed out.', '{count} browsers are signed out.'),
  bookingAnswered: done('The answer is kept. Whoever asked sees it at their status address.'),
  bookingsDeclined: unlessNone(
    counted('One request is declined, without a mail.', '{count} requests are declined, without a mail.'),
    problem('Nothing was changed: select the requests to decline.'),
  ),
  subscriptionApproved: done('Approved: its events are sent from now on.'),
  subscriptionRejected: done('Rejected: nothing is sent to it.'),
  receiptKeyRotated: done('A new key signs receipts from now on. Those that were given stay good.'),
  addressesRenewed: done('The old addresses show nothing any more.'),
  noticeSent: unlessNone(
    done('A test notice is on its way.'),
    problem('No channel is set up, so that nothing was sent.'),
  ),
  testSent: done('A test event is on its way.'),
  replayed: counted('1 delivery is on the way again.', '{count} deliveries are on the way again.'),
  feedsAsked: done('The feeds are read now; then the room is built. Load the page again in a while.'),
  feedRead: unlessNone(
    counted('The feed is read: One item new.', 'The feed is read: {count} items new.'),
    done('The feed is read: nothing is new.'),
  ),
  feedFailed: problem('The feed could not be read: its line says why.'),
  feedsAdded: counted('One feed is added, and read now.', '{count} feeds are added, and read now.'),
  feedMoved: done('The feed is read at its new address from now on.'),
  feedRemoved: unlessNone(
    counted('The feed is removed; One item went along.', 'The feed is removed; {count} items went along.'),
    done('The feed is removed; its items stay.'),
  ),
  feedChanged: problem('Nothing was changed: the feed is not what this page showed.'),
  undone: counted(
    'Undone: One item restored. The room follows once it is built.',
    'Undone: {count} items restored. The room follows once it is built.',
  ),
  partlyUndone: (say, count) => ({
    kind: 'problem',
    text: say.count(
      'One item restored. The others have changed since then and stay as they are.',
      '{count} items restored. The others have changed since then and stay as they are.',
      count,
    ),
  }),
  notUndone: problem('That can no longer be undone.'),
  agentRevoked: done('Its token is good no longer.'),
  hostBlocked: unlessNone(
    counted('Blocked. One room left the directory.', 'Blocked. {count} rooms left the directory.'),
    done('Blocked. No rooms left the directory.'),
  ),
  hostUnblocked: done('Blocked no longer: its rooms are back when they report themselves.'),
  hostNotBlocked: problem('Nothing was changed: that host is not blocked.'),
  tokenRevoked: done('The token opens nothing any more.'),
  workAccepted: done('Accepted: its worker gets the token.'),
  workRejected: done('Rejected: what it gave access to is closed again.'),
  workSeen: done('It is done with.'),
  workOver: problem('That was decided already.'),
  taken: done('Taken over: live once the room is built.'),
  notTaken: problem('Nothing was changed: the item cannot take it over.'),
  hearing: done('It is being heard. It waits here for your review once that is done.'),
  hearingCancelled: done('Cancelled.'),
  proposalsAccepted: done('Taken over: in page, feed and API once the room is built.'),
  proposalsRejected: done('Rejected: the episode stays as it is.'),
  takenOver: done('Taken over: correct it, then approve it.'),
  transcriptSaved: done('Saved. It is in the room once you approve it.'),
  transcriptApproved: done('Approved: in page, search and feed once the room is built.'),
  transcriptRejected: done('The transcript is deleted.'),
  begun: done('It waits in the inbox. Nobody sees it until you approve it.'),
  embargoed: done('Approved: secret until its moment, then live by itself.'),
  approved: counted(
    'One item approved: live once the room is built.',
    '{count} items approved: live once the room is built.',
  ),
  rejected: counted('One item rejected.', '{count} items rejected.'),
  retracted: counted(
    'One item retracted: gone from the room with the next build.',
    '{count} items retracted: gone from the room with the next build.',
  ),
  reopened: counted('One item opened again, to be decided about.', '{count} items opened again, to be decided about.'),
  saved: done('Saved.'),
  savedLive: done('Saved: live once the room is built.'),
  picturesAdded: counted(
    'The picture is kept: live once the room is built.',
    '{count} pictures are kept: live once the room is built.',
  ),
  nothingTyped: done('Nothing was different, so that nothing changed.'),
  hidden: done('Hidden once the room is built.'),
  shown: done('Shown once the room is built.'),
} satisfies Record<string, Told>;

export type NoticeName = keyof typeof texts;

export function noticeOf(say: Say, name: string | undefined, count: string | undefined): Notice | undefined {
  if (name === undefined || !Object.hasOwn(texts, name)) return undefined;
  return texts[name as NoticeName](say, Number.parseInt(count ?? '1', 10) || 0);
}

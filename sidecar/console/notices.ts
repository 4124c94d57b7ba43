// What is said on the page after a change. The address carries only the name and a number, so that no link can put words here.
import type { Notice } from './ui/frame.ts';

const done = (text: string): Notice => ({ kind: 'done', text });
const items = (count: number): string => (count === 1 ? 'One item' : `${count} items`);
const rooms = (count: number): string => (count === 1 ? 'One room' : `${count || 'No'} rooms`);

const texts = {
  signedIn: (): Notice => done('You are signed in.'),
  signedOut: (): Notice => done('You are signed out.'),
  cookieLost: (): Notice => ({
    kind: 'problem',
    text: 'You are not signed in. If you did so just now: let the browser keep cookies, and use the room’s own address.',
  }),
  signInAgain: (): Notice => ({ kind: 'problem', text: 'Nothing was changed: sign in again first.' }),
  passwordSet: (): Notice => done('The password is set. It signs you in from now on.'),
  passwordChanged: (): Notice => done('The password is changed. Other browsers are signed out.'),
  passkeyAdded: (): Notice => done('The passkey is kept. It signs you in from now on.'),
  credentialRemoved: (): Notice => done('It is removed. Other browsers are signed out.'),
  browsersSignedOut: (count): Notice => ({
    kind: 'done',
    text: count === 1 ? 'One browser is signed out.' : `${count} browsers are signed out.`,
  }),
  bookingAnswered: (): Notice => done('The answer is kept. Whoever asked sees it at their status address.'),
  subscriptionApproved: (): Notice => done('Approved: its events are sent from now on.'),
  subscriptionRejected: (): Notice => done('Rejected: nothing is sent to it.'),
  receiptKeyRotated: (): Notice => done('A new key signs receipts from now on. Those that were given stay good.'),
  addressesRenewed: (): Notice => done('The old addresses show nothing any more.'),
  noticeSent: (count): Notice =>
    count > 0
      ? done('A test notice is on its way.')
      : { kind: 'problem', text: 'No channel is set up, so that nothing was sent.' },
  testSent: (): Notice => done('A test event is on its way.'),
  replayed: (count): Notice => done(`${count === 1 ? '1 delivery is' : `${count} deliveries are`} on the way again.`),
  feedsAsked: (): Notice => done('The feeds are read now; then the room is built. Load the page again in a while.'),
  feedRead: (count): Notice =>
    done(count > 0 ? `The feed is read: ${items(count)} new.` : 'The feed is read: nothing is new.'),
  feedFailed: (): Notice => ({ kind: 'problem', text: 'The feed could not be read: its line says why.' }),
  feedsAdded: (count): Notice => done(`${count === 1 ? 'One feed is' : `${count} feeds are`} added, and read now.`),
  feedMoved: (): Notice => done('The feed is read at its new address from now on.'),
  feedRemoved: (count): Notice =>
    done(count > 0 ? `The feed is removed; ${items(count)} went along.` : 'The feed is removed; its items stay.'),
  feedChanged: (): Notice => ({ kind: 'problem', text: 'Nothing was changed: the feed is not what this page showed.' }),
  undone: (count): Notice => done(`Undone: ${items(count)} restored. The room follows once it is built.`),
  partlyUndone: (count): Notice => ({
    kind: 'problem',
    text: `${items(count)} restored. The others have changed since then and stay as they are.`,
  }),
  notUndone: (): Notice => ({ kind: 'problem', text: 'That can no longer be undone.' }),
  agentRevoked: (): Notice => done('Its token is good no longer.'),
  hostBlocked: (count): Notice => done(`Blocked. ${rooms(count)} left the directory.`),
  hostUnblocked: (): Notice => done('Blocked no longer: its rooms are back when they report themselves.'),
  hostNotBlocked: (): Notice => ({ kind: 'problem', text: 'Nothing was changed: that host is not blocked.' }),
  tokenRevoked: (): Notice => done('The token opens nothing any more.'),
  workAccepted: (): Notice => done('Accepted: its worker gets the token.'),
  workRejected: (): Notice => done('Rejected: what it gave access to is closed again.'),
  workSeen: (): Notice => done('It is done with.'),
  workOver: (): Notice => ({ kind: 'problem', text: 'That was decided already.' }),
  taken: (): Notice => done('Taken over: live once the room is built.'),
  notTaken: (): Notice => ({ kind: 'problem', text: 'Nothing was changed: the item cannot take it over.' }),
  hearing: (): Notice => done('It is being heard. It waits here for your review once that is done.'),
  hearingCancelled: (): Notice => done('Cancelled.'),
  proposalsAccepted: (): Notice => done('Taken over: in page, feed and API once the room is built.'),
  proposalsRejected: (): Notice => done('Rejected: the episode stays as it is.'),
  takenOver: (): Notice => done('Taken over: correct it, then approve it.'),
  transcriptSaved: (): Notice => done('Saved. It is in the room once you approve it.'),
  transcriptApproved: (): Notice => done('Approved: in page, search and feed once the room is built.'),
  transcriptRejected: (): Notice => done('The transcript is deleted.'),
  begun: (): Notice => done('It waits in the inbox. Nobody sees it until you approve it.'),
  embargoed: (): Notice => done('Approved: secret until its moment, then live by itself.'),
  approved: (count): Notice => done(`${items(count)} approved: live once the room is built.`),
  rejected: (count): Notice => done(`${items(count)} rejected.`),
  retracted: (count): Notice => done(`${items(count)} retracted: gone from the room with the next build.`),
  reopened: (count): Notice => done(`${items(count)} opened again, to be decided about.`),
  saved: (): Notice => done('Saved.'),
  savedLive: (): Notice => done('Saved: live once the room is built.'),
  picturesAdded: (count): Notice =>
    done(`${count === 1 ? 'The picture is' : `${count} pictures are`} kept: live once the room is built.`),
  nothingTyped: (): Notice => done('Nothing was different, so that nothing changed.'),
  hidden: (): Notice => done('Hidden once the room is built.'),
  shown: (): Notice => done('Shown once the room is built.'),
} satisfies Record<string, (count: number) => Notice>;

export type NoticeName = keyof typeof texts;

export function noticeOf(name: string | undefined, count: string | undefined): Notice | undefined {
  if (name === undefined || !Object.hasOwn(texts, name)) return undefined;
  return (texts[name as NoticeName] as (count: number) => Notice)(Number.parseInt(count ?? '1', 10) || 0);
}

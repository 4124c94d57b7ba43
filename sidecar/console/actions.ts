// Every change that the console makes: the address below /console that a form posts to, and what is done.
import { endOne, endOthers, signOut } from './account/browsers.ts';
import { addPasskey, remove } from './account/credentials.ts';
import { setPassword } from './account/password.ts';
import { revokeAgent } from './agents.ts';
import { answerBooking } from './bookings/answer.ts';
import { contentActions } from './content/pages.ts';
import { blockHost, unblockHost } from './directory/changes.ts';
import { answerHeldFeed, readFeedsNow, removeOneFeed, takeOverMove, undoLast } from './feeds.ts';
import { revokeToken } from './income.ts';
import type { Action } from './page.ts';
import * as subscriptions from './subscriptions/changes.ts';
import { decideWork, takeOver } from './work/changes.ts';
import { approveTranscript, rejectTranscript } from './transcripts.ts';

export const actions: Record<string, Action> = {
  '/sign-out': signOut,
  '/account/password': setPassword,
  '/account/passkeys': addPasskey,
  '/account/remove': remove,
  '/account/sessions/end': endOne,
  '/account/sessions/end-others': endOthers,
  '/bookings/:id': answerBooking,
  '/subscriptions/:id/approve': subscriptions.approve,
  '/subscriptions/:id/reject': subscriptions.reject,
  '/subscriptions/:id/test': subscriptions.sendTest,
  '/subscriptions/:id/replay': subscriptions.replaySince,
  '/subscriptions/:id/replay/:delivery': subscriptions.replayOne,
  '/agents/:id/revoke': revokeAgent,
  '/directory/block': blockHost,
  '/directory/unblock': unblockHost,
  '/income/:id/revoke': revokeToken,
  '/work/:id/accept': decideWork('accepted'),
  '/work/:id/reject': decideWork('rejected'),
  '/work/:id/seen': decideWork('seen'),
  '/work/:id/take/:at': takeOver,
  '/feeds/read': readFeedsNow,
  '/feeds/move': takeOverMove,
  '/feeds/held': answerHeldFeed,
  '/feeds/remove': removeOneFeed,
  '/undo': undoLast,
  '/transcripts/:id/approve': approveTranscript,
  '/transcripts/:id/reject': rejectTranscript,
  ...contentActions,
};

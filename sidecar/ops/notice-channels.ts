// Updates the channels of notices from settings.json while the room runs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RoomSettings } from '#contract/schemas/content-files.ts';
import { checker } from '#contract/validation.ts';
import { decodeFile } from '#domain/text/decode.ts';
import { syncChannels } from '../storage/notices.ts';
import type { Settings } from '../settings/settings.ts';
import type { Release } from '../release/release.ts';
import { createMailer, postOrMail } from '../outgoing/mail.ts';
import type { Post } from '../outgoing/post.ts';
import type { Db, Store } from '../storage/store.ts';

const check = checker(RoomSettings);

/** A broken file changes nothing. The console reports its problems. */
function channelKeeper(db: Db, contentDir: string, canMail: boolean, now: () => number): () => Promise<void> {
  let lastProblem: string | undefined;
  return async () => {
    const text = await readFile(join(contentDir, 'settings.json')).then(decodeFile, () => '{}');
    if (text === lastProblem) return;
    const result = check(JSON.parse(text));
    if (result.ok) await syncChannels(db, result.value.notices, canMail, now());
    lastProblem = text;
  };
}

interface NoticeDeps {
  store: Store;
  /** Content folder. */
  content: string;
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom'>;
  live: () => Release;
  post: Post;
}

/** Creates the sender of notices and the job that updates their channels. */
export function openNotices({ store, content, settings: { smtpUrl, mailFrom }, live, post }: NoticeDeps) {
  const mail =
    smtpUrl && mailFrom ? createMailer({ smtpUrl, from: mailFrom, baseUrl: () => live().facts.baseUrl }) : undefined;
  return { post: postOrMail(post, mail), look: channelKeeper(store.db, content, mail !== undefined, Date.now) };
}

// Tests of notices by mail through a real SMTP server and by webhook: each is sent once, and retried while the server
// is down.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { createBooking, changeBooking } from '../booking/bookings.ts';
import { createMailer, postOrMail } from '../../outgoing/mail.ts';
import { channels, readNewestNotices, syncChannels, queueNotice, queueTestNotices } from '../../storage/notices.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { createDeliveryWorker } from './worker.ts';

const now = Date.parse('2026-05-01T12:00:00Z');

/** Stores received mails; refuses them while `isAway` is true. */
async function mailServer() {
  const got: { to: string[]; text: string }[] = [];
  const state = { isAway: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_, __, done) => done(state.isAway ? new Error('Not now.') : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        got.push({ to, text: Buffer.concat(chunks).toString().replaceAll('=\r\n', '') });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { got, state, port, stop: () => new Promise<void>((done) => server.close(() => done())) };
}

let server: Awaited<ReturnType<typeof mailServer>>;
before(async () => {
  server = await mailServer();
});
after(() => server.stop());
const settings = {
  mail: { to: 'ida@example.org', events: ['booking' as const, 'reply' as const] },
  webhook: { url: 'https://hooks.example.org/x', events: ['subscription' as const] },
};

onBothStores('notices', (open) => {
  const posts: { url: string; headers: Record<string, string> }[] = [];
  const fresh = async () => {
    const { db } = open();
    for (const table of ['deliveries', 'events', 'subscriptions', 'bookings', 'audit'] as const)
      await db.deleteFrom(table).execute();
    await syncChannels(db, settings, true, now);
    return db;
  };
  /** Delivers due notices, `later` milliseconds in the future. */
  const deliver = async (later = 0) => {
    const mail = createMailer({
      smtpUrl: `smtp://127.0.0.1:${server.port}`,
      from: 'Room <room@example.org>',
      baseUrl: () => 'https://room.example',
    });
    const post = postOrMail(async (url, headers) => {
      posts.push({ url, headers });
      return { status: 204, retryAfter: undefined };
    }, mail);
    const onProblem = (error: Error) => {
      throw error;
    };
    await createDeliveryWorker({ store: open(), post, now: () => now + later, random: () => 0, onProblem }).whenIdle();
  };
  beforeEach(() => {
    server.got.length = posts.length = 0;
    server.state.isAway = false;
  });

  test('header injection: a booking causes one plain-text mail, to which no headers can be added', async () => {
    const db = await fresh();
    const showName = 'Pier\r\nBcc: all@example.org';
    await createBooking(db, { showName, message: 'Hello\n.\nQUIT', kind: 'talk' }, now);
    await Promise.all([deliver(), deliver()]);
    await deliver(60_000);
    assert.deepEqual(
      server.got.map(({ to }) => to),
      [['ida@example.org']],
    );
    const { text } = server.got[0]!;
    assert.match(text, /^Subject: Booking request: Pier Bcc: all@example.org\r$/m);
    assert.match(text, /Content-Type: text\/plain/);
    assert.match(text, /https:\/\/room\.example\/console\/bookings\//);
    assert.doesNotMatch(text, /^Bcc:/m);
    const [newest] = await readNewestNotices(db, 1);
    assert.ok(text.includes(`Message-ID: <${newest!.id}@room.example>`));
  });

  test('no notice is lost or sent twice while the mail server is down', async () => {
    const db = await fresh();
    server.state.isAway = true;
    await createBooking(db, { showName: 'Patience' }, now);
    await deliver();
    assert.equal(server.got.length, 0);
    server.state.isAway = false;
    await deliver(10_000);
    await deliver(24 * 3_600_000);
    assert.equal(server.got.length, 1);
  });

  test('a requester with a mail address is notified of each decision', async () => {
    const db = await fresh();
    const asked = { showName: 'Asked', contactEmail: 'a@example.org', timeZone: 'Asia/Tokyo' };
    const { id } = await createBooking(db, asked, now);
    await changeBooking(
      db,
      id,
      { status: 'confirmed', startsAt: Date.parse('2027-05-01T00:00:00Z'), reply: 'Gladly.' },
      'creator',
      now,
    );
    await changeBooking(db, id, { status: 'cancelled' }, 'asker', now);
    await deliver();
    assert.deepEqual(server.got.map(({ to }) => to[0]).sort(), ['a@example.org', 'ida@example.org', 'ida@example.org']);
    const mine = server.got.find(({ to }) => to[0] === 'a@example.org')!;
    assert.match(mine.text, /Gladly\.[^]*1 May 2027 at 09:00 \(Asia\/Tokyo\)/);
  });

  test('a notice is sent to the channels that are set for its event, and webhooks are signed', async () => {
    const db = await fresh();
    const notice = { event: 'subscription' as const, title: 'One waits', text: '', path: '/console' };
    await db.transaction().execute((tx) => queueNotice(tx, notice, now));
    await deliver();
    assert.equal(server.got.length, 0);
    assert.deepEqual(
      posts.map(({ url }) => url),
      [settings.webhook.url],
    );
    assert.match(posts[0]!.headers['webhook-signature']!, /^v1,/);
  });

  test('the test notice is sent to each channel, but not to removed ones', async () => {
    const db = await fresh();
    const sendTest = () => db.transaction().execute((tx) => queueTestNotices(tx, now));
    assert.equal(await sendTest(), 2);
    await deliver();
    assert.deepEqual([server.got.length, posts.length], [1, 1]);
    await createBooking(db, { showName: 'Late' }, now);
    await syncChannels(db, {}, true, now);
    assert.equal(await sendTest(), 0);
    await deliver();
    assert.equal(server.got.length, 1);
    const { status } = await db
      .selectFrom('subscriptions')
      .select('status')
      .where('id', '=', channels.mail)
      .executeTakeFirstOrThrow();
    assert.equal(status, 'ended');
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { BookingModel, BookingsModel } from './model.ts';
import { onBothStores } from '#sidecar/storage/test-stores.ts';
import { readAuditLines, openConsole, readPage, signInByLink } from '#sidecar/console/test-console.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-bookings-'));
after(() => rmSync(contentDir, { recursive: true, force: true }));

interface Receipt {
  requestId: string;
  statusUrl: string;
}

const booking = (answer: LightMyRequestResponse) => readPage<BookingModel>(answer);

/** Sends each request from another address, so that no rate limit is reached. */
let clients = 0;

onBothStores('bookings in the console', (open) => {
  const fresh = async () => {
    const console = openConsole(open(), { contentDir });
    for (const table of ['bookings', 'audit'] as const) await open().db.deleteFrom(table).execute();
    const browser = await signInByLink(console);
    await open().db.deleteFrom('audit').execute();
    const ask = async (body: Record<string, unknown>): Promise<Receipt> => {
      console.clock.now += 1000;
      const remoteAddress = `10.0.${++clients >> 8}.${clients & 255}`;
      const url = '/api/agent/booking-request';
      const answer = await console.app.inject({ method: 'POST', url, payload: body, remoteAddress });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json<Receipt>();
    };
    const state = async ({ statusUrl }: Receipt) => (await console.app.inject(statusUrl)).json();
    return { console, browser, ask, state };
  };

  test('the list is sorted newest first, has 25 rows on a page, and can be filtered by status', async () => {
    const { browser, ask } = await fresh();
    for (let n = 1; n <= 27; n++) await ask({ showName: `Show ${n}` });
    const list = async (query: string) => readPage<BookingsModel>(await browser.get(`/bookings${query}`)).model;
    const first = await list('');
    assert.deepEqual([first.rows.length, first.rows[0]!.showName], [25, 'Show 27']);
    assert.deepEqual(first.pager, { older: '/bookings?page=2' });
    const second = await list('?page=2');
    assert.deepEqual(
      second.rows.map(({ showName }) => showName),
      ['Show 2', 'Show 1'],
    );
    assert.deepEqual(second.pager, { newer: '/bookings' });
    await browser.post(`/bookings/${first.rows[0]!.id}`, { from: 'received', status: 'declined' });
    const declined = await list('?status=declined');
    assert.deepEqual([declined.rows.length, declined.tabs.find(({ isHere }) => isHere)?.count], [1, 1]);
    assert.equal((await list('?status=received&page=2')).rows.length, 1);
    for (const odd of ['?page=0', '?page=-1', '?page=x', '?status=no', '?status=received&status=declined', '?page=%00'])
      assert.equal((await list(odd)).rows.length, 25, odd);
    assert.deepEqual((await list('?page=99999999999999')).rows, []);
  });

  test('requests are found by words in any order and any field, and wildcards are literal', async () => {
    const { browser, ask } = await fresh();
    await ask({ showName: 'The Long Pier', message: 'About 50% of the Tides.' });
    await ask({ showName: 'Harbour Radio', message: 'About lamps.', contactName: 'Ines Lang' });
    const found = async (words: string, more = '') => {
      const { model } = readPage<BookingsModel>(
        await browser.get(`/bookings?${new URLSearchParams({ words })}${more}`),
      );
      return model.rows.map(({ showName }) => showName);
    };
    assert.deepEqual(await found('TIDES pier'), ['The Long Pier']);
    assert.deepEqual(await found('ines'), ['Harbour Radio']);
    assert.deepEqual(await found('50%'), ['The Long Pier']);
    assert.deepEqual([await found('5%0'), await found('l_ng'), await found("'")], [[], [], []]);
    assert.deepEqual(await found('about', '&status=confirmed'), []);
    const { model } = readPage<BookingsModel>(await browser.get('/bookings?words=about&status=received'));
    assert.deepEqual(
      [model.words, model.tabs[0]!.path, model.rows.length],
      ['about', '/bookings?status=&words=about', 2],
    );
  });

  test('an answer changes the request, is shown to the requester, and appears in the history', async () => {
    const { console, browser, ask, state } = await fresh();
    const receipt = await ask({ showName: 'The Long Pier', showUrl: 'https://pier.example/x', message: 'Hello' });
    const path = `/bookings/${receipt.requestId}`;
    const { view, model } = booking(await browser.get(path));
    assert.equal(view, 'booking');
    assert.deepEqual(model.show, { href: 'https://pier.example/x', host: 'pier.example' });
    assert.deepEqual(
      model.moves.map(({ status }) => status),
      ['confirmed', 'proposed', 'needs_info', 'declined', 'cancelled'],
    );
    const time = { starts: '2027-05-01T18:00', ends: '2027-05-01T19:30', zone: 'Europe/Berlin' };
    const answer = await browser.post(path, { from: 'received', status: 'proposed', reply: ' Friday? ', ...time });
    assert.deepEqual(
      [answer.statusCode, answer.headers.location],
      [303, `/console${path}?notice=bookingAnswered&count=1`],
    );
    const proposed = (await state(receipt)) as Record<string, string>;
    assert.deepEqual(
      [proposed.status, proposed.reply, proposed.startsAt, proposed.endsAt],
      ['proposed', 'Friday?', '2027-05-01T16:00:00.000Z', '2027-05-01T17:30:00.000Z'],
    );
    assert.equal((await browser.post(path, { from: 'proposed', status: 'confirmed' })).statusCode, 303);
    assert.equal(((await state(receipt)) as Record<string, string>).startsAt, '2027-05-01T16:00:00.000Z');
    const { history, moves } = booking(await browser.get(path)).model;
    assert.deepEqual(
      history.map(({ action, who, detail }) => [action, who, detail]),
      [
        ['Booking confirmed', 'you', undefined],
        ['Booking proposed', 'you', 'Friday?'],
      ],
    );
    assert.deepEqual(
      moves.map(({ status }) => status),
      ['confirmed', 'completed', 'cancelled'],
    );
    assert.deepEqual(await readAuditLines(console), [
      `creator: booking.proposed ${receipt.requestId}`,
      `creator: booking.confirmed ${receipt.requestId}`,
    ]);
  });

  test('a refused answer keeps everything that was typed and changes nothing', async () => {
    const { console, browser, ask } = await fresh();
    const { requestId } = await ask({ showName: 'Refused' });
    const path = `/bookings/${requestId}`;
    const typed = { reply: 'My long letter', starts: '2027-05-01T18:00', ends: '', zone: 'UTC' };
    const refusals: [Record<string, string>, RegExp][] = [
      [{ status: '' }, /Choose/],
      [{ status: 'received' }, /Possible: Confirmed/],
      [{ status: 'proposed', starts: '2027-02-30T10:00' }, /start does not exist/],
      [{ status: 'proposed', zone: 'Berlin' }, /time zone/],
      [{ status: 'proposed', zone: 'Europe/Berlin', starts: '2027-03-28T02:30' }, /start does not exist/],
      [{ status: 'proposed', ends: '2027-05-01T17:00' }, /end must be after/],
      [{ status: 'proposed', starts: '2020-05-01T18:00' }, /Time 1 is in the past/],
      [{ status: 'confirmed', starts: '' }, /Enter a start time/],
      [{ status: 'declined', reply: 'x'.repeat(5001) }, /5,000/],
      [{ status: 'declined', from: 'nothing' }, /Choose/],
    ];
    for (const [change, said] of refusals) {
      const sent = { from: 'received', ...typed, ...change };
      const answer = await browser.post(path, sent);
      assert.equal(answer.statusCode, 422, JSON.stringify(change).slice(0, 80));
      const { view, frame, model } = booking(answer);
      assert.equal(view, 'booking');
      assert.equal(frame.notice?.kind, 'problem');
      assert.match(frame.notice!.text, said);
      const { status, reply, starts, ends, zone } = sent as typeof sent & { status: string };
      const { times, ...rest } = model.answer;
      assert.deepEqual(
        [rest, times[0]],
        [
          { status, reply, zone },
          { starts, ends },
        ],
      );
      assert.equal(model.booking.status, 'received');
    }
    assert.deepEqual(await readAuditLines(console), []);
  });

  test('if several times are proposed, the requester can choose one of them and no other time', async () => {
    const { console, browser, ask, state } = await fresh();
    const receipt = await ask({
      showName: 'Times',
      timeZone: 'Asia/Tokyo',
      contactEmail: 'a@example.org',
      kind: 'talk',
    });
    const path = `/bookings/${receipt.requestId}`;
    const times = { starts: ['2027-05-01T18:00', '', '2027-05-02T09:00'], ends: ['', '', '2027-05-02T10:00'] };
    const answer = await browser.post(path, { from: 'received', status: 'proposed', zone: 'Europe/Berlin', ...times });
    assert.equal(answer.statusCode, 303);
    const { offeredTimes, kind } = (await state(receipt)) as { offeredTimes: object[]; kind: string };
    assert.deepEqual(
      [offeredTimes, kind],
      [
        [
          { startsAt: '2027-05-01T16:00:00.000Z' },
          { startsAt: '2027-05-02T07:00:00.000Z', endsAt: '2027-05-02T08:00:00.000Z' },
        ],
        'talk',
      ],
    );
    const pick = (startsAt: string) =>
      console.app.inject({ method: 'POST', url: receipt.statusUrl, payload: { startsAt } });
    assert.equal((await pick('2027-05-01T18:00:00Z')).statusCode, 409);
    const picked = await Promise.all([1, 2].map(() => pick('2027-05-02T09:00:00+02:00')));
    assert.deepEqual(
      picked.map(({ statusCode }) => statusCode),
      [200, 200],
    );
    const { status, startsAt, endsAt } = (await state(receipt)) as Record<string, string>;
    assert.deepEqual([status, startsAt, endsAt], ['confirmed', '2027-05-02T07:00:00.000Z', '2027-05-02T08:00:00.000Z']);
    const { body } = await console.app.inject(`${receipt.statusUrl}&format=ics`);
    assert.match(body, /DTSTART;TZID=Asia\/Tokyo:20270502T160000/);
    assert.deepEqual(await readAuditLines(console), [
      `creator: booking.proposed ${receipt.requestId}`,
      `asker: booking.confirmed ${receipt.requestId}`,
    ]);
  });

  test('the answer of the requester is shown with the request', async () => {
    const { console, browser, ask } = await fresh();
    const { requestId, statusUrl } = await ask({ showName: 'Words' });
    const write = (payload: object) => console.app.inject({ method: 'POST', url: statusUrl, payload });
    assert.equal((await write({ message: 'Better on Friday.' })).statusCode, 200);
    assert.equal((await write({})).statusCode, 400);
    const { model } = booking(await browser.get(`/bookings/${requestId}`));
    assert.equal(model.booking.answer, 'Better on Friday.');
    await browser.post(`/bookings/${requestId}`, { from: 'received', status: 'declined' });
    assert.equal((await write({ message: 'Too late' })).statusCode, 409);
  });

  test('a template is added to the reply, and nothing is sent', async () => {
    const { browser, ask } = await fresh();
    const { requestId } = await ask({ showName: 'Template' });
    writeFileSync(join(contentDir, 'settings.json'), '{"replyTemplates":[{"label":"Yes","text":"Gladly."}]}');
    const sent = { from: 'received', status: 'confirmed', reply: 'Hello,', do: 'template:0' };
    const { model } = booking(await browser.post(`/bookings/${requestId}`, sent));
    assert.deepEqual(
      [model.answer.reply, model.answer.status, model.booking.status],
      ['Hello,\n\nGladly.', 'confirmed', 'received'],
    );
  });

  test('a decision from an outdated form changes nothing', async () => {
    const { browser, ask, state } = await fresh();
    const older = await ask({ showName: 'One after the other' });
    const decide = ({ requestId }: Receipt, status: string, reply: string) =>
      browser.post(`/bookings/${requestId}`, { from: 'received', status, reply });
    assert.equal((await decide(older, 'proposed', 'Yes!')).statusCode, 303);
    const late = booking(await decide(older, 'declined', 'No, sorry.'));
    assert.equal(
      late.frame.notice!.text,
      'The request has changed to “Proposed” in the meantime. Check it and answer again.',
    );
    assert.deepEqual([late.model.booking.status, late.model.answer.reply], ['proposed', 'No, sorry.']);
    const newer = await ask({ showName: 'At once' });
    const answers = await Promise.all([decide(newer, 'declined', 'No'), decide(newer, 'proposed', 'Yes')]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 422]);
    const taken = answers[0]!.statusCode === 303 ? 'declined' : 'proposed';
    assert.equal(((await state(newer)) as { status: string }).status, taken);
  });

  test('scripts, bidirectional controls and endless words are shown as plain, shortened text', async () => {
    const { browser, ask } = await fresh();
    const { requestId } = await ask({
      showName: `<script>alert(1)</script>\u202Efdp.exe${'W'.repeat(150)}`,
      message: `\u2066"><img src=x onerror=alert(1)>\u001b[2J${'x'.repeat(4900)}`,
      timeframe: 'T'.repeat(200),
    });
    const { booking: shownBooking, show } = booking(await browser.get(`/bookings/${requestId}`)).model;
    assert.ok(shownBooking.showName.length <= 100);
    assert.ok(shownBooking.showName.startsWith('<script>alert(1)</script>⟨U+202E⟩fdp.exe'));
    assert.match(String(shownBooking.message), /^⟨U\+2066⟩"><img src=x onerror=alert\(1\)>␛\[2J/);
    assert.doesNotMatch(JSON.stringify(shownBooking), /[\u202a-\u202e\u2066-\u2069]|\\u001b/);
    assert.equal(show, undefined);
  });

  test('a forged id is not found', async () => {
    const { browser } = await fresh();
    for (const id of ['no-such-id', '%00', '..%2f..%2fsettings', 'x'.repeat(99), "'%20or%201=1--"]) {
      assert.equal((await browser.get(`/bookings/${id}`)).statusCode, 404, id);
      assert.equal((await browser.get(`/bookings/${id}/booking.ics`)).statusCode, 404, id);
      const change = { from: 'received', status: 'declined' };
      assert.equal((await browser.post(`/bookings/${id}`, change)).statusCode, 404, id);
    }
  });

  test('the calendar entry is the same as the requester’s', async () => {
    const { console, browser, ask } = await fresh();
    const { requestId, statusUrl } = await ask({ showName: 'The Long Pier' });
    const path = `/bookings/${requestId}`;
    assert.equal((await browser.get(`${path}/booking.ics`)).statusCode, 404);
    await browser.post(path, { from: 'received', status: 'proposed' });
    await browser.post(path, {
      from: 'proposed',
      status: 'confirmed',
      starts: '2027-05-01T18:00',
      zone: 'America/New_York',
    });
    const own = await browser.get(`${path}/booking.ics`);
    assert.equal(own.headers['content-type'], 'text/calendar; charset=utf-8');
    assert.match(own.headers['cache-control'] as string, /private, no-store/);
    assert.match(own.body, /DTSTART:20270501T220000Z/);
    assert.equal(own.body, (await console.app.inject(`${statusUrl}&format=ics`)).body);
  });
});

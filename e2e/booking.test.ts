// Booking as the asker sees it: limits, states, calendar, tokens, and the form.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { testContent } from './content.ts';
import { type Json, readJson } from './json.ts';
import { command, manyRequests, postJson, type RunningRoom, startRoom } from './room.ts';

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent(), { RATES: manyRequests });
});
after(() => room.stop());

const post = (...asked: [path: string, body: unknown, headers?: Record<string, string>]) => postJson(room, ...asked);

async function book(body: unknown = { showName: 'The Long Pier' }): Promise<{ requestId: string; statusUrl: string }> {
  const response = await post('/api/agent/booking-request', body);
  assert.equal(response.status, 200);
  return (await response.json()) as { requestId: string; statusUrl: string };
}

const answer = (statusUrl: string, body: unknown) => postJson({ baseUrl: '' }, statusUrl, body);

/** Stores a decision of the creator as the console does. */
function decide(id: string, status: string, reply: string | null, startsAt: number | null): void {
  const database = new DatabaseSync(join(room.env.DATA_DIR!, 'greenroom.db'));
  database.exec('PRAGMA busy_timeout=5000');
  database.prepare('UPDATE bookings SET status=?, reply=?, "startsAt"=? WHERE id=?').run(status, reply, startsAt, id);
  database.close();
}

describe('booking request', () => {
  test('is received, and its status address tells what was sent', async () => {
    const sent = {
      showName: 'The Long Pier',
      showUrl: 'https://show.example.org/',
      timeframe: 'May',
      message: 'Tides.',
    };
    const { requestId, statusUrl } = await book({ ...sent, source: 'agent', other: 'ignored' });
    const { status, body, headers } = await readJson(statusUrl);
    assert.equal(status, 200);
    const { createdAt, updatedAt, ...rest } = body;
    assert.deepEqual(rest, {
      requestId,
      status: 'received',
      showName: 'The Long Pier',
      showUrl: 'https://show.example.org/',
      timeframe: 'May',
      message: 'Tides.',
      actions: [
        { name: 'change', method: 'POST', fields: ['message', 'timeframe', 'proposedTimes', 'timeZone'] },
        { name: 'cancel', method: 'DELETE', fields: [] },
      ],
    });
    assert.equal(createdAt, updatedAt);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.match(headers.get('vary') ?? '', /Accept/);
  });

  test('keeps each limit to the letter and names the field', async () => {
    const long = (n: number) => '\u{1f30a}'.repeat(n);
    const showUrl = (n: number) => `https://show.example.org/${'x'.repeat(n - 25)}`;
    const edge = { showName: long(200), timeframe: long(200), message: 'x'.repeat(5000), showUrl: showUrl(2048) };
    await book(edge);
    const cases: [string, unknown][] = [
      ['showName', {}],
      ['showName', { showName: '' }],
      ['showName', { showName: ' \n ' }],
      ['showName', { showName: 7 }],
      ['showName', { showName: null }],
      ['showName', { showName: 'a\u0000b' }],
      ['showName', { showName: long(201) }],
      ['timeframe', { showName: 'x', timeframe: long(201) }],
      ['message', { showName: 'x', message: 'x'.repeat(5001) }],
      ['message', { showName: 'x', message: 'a\u0000b' }],
      ['showUrl', { showName: 'x', showUrl: showUrl(2049) }],
      ['showUrl', { showName: 'x', showUrl: 'show.example.org' }],
      ['showUrl', { showName: 'x', showUrl: 'javascript:alert(1)' }],
      ['showUrl', { showName: 'x', showUrl: 'ftp://show.example.org' }],
      ['source', { showName: 'x', source: 'robot' }],
      ['body', ['x']],
      ['body', 'x'],
    ];
    for (const [field, body] of cases) {
      const response = await post('/api/agent/booking-request', body);
      assert.equal(response.status, 400, JSON.stringify(body).slice(0, 80));
      const { error } = (await response.json()) as Json;
      assert.deepEqual([error.code, error.details.field], ['bad_request', field], JSON.stringify(body).slice(0, 80));
    }
  });

  test('is told to no one with a wrong token', async () => {
    const { statusUrl } = await book();
    const other = new URL((await book()).statusUrl).searchParams.get('token')!;
    for (const token of ['wrong', other, 'x'.repeat(200)]) {
      const url = new URL(statusUrl);
      url.searchParams.set('token', token);
      for (const method of ['GET', 'DELETE']) {
        const { status, body, headers } = await readJson(url.href, { method });
        assert.deepEqual([status, body.error.code], [404, 'not_found']);
        assert.equal(headers.get('cache-control'), 'no-store');
      }
    }
    const none = await readJson(statusUrl.split('?')[0]!);
    assert.deepEqual([none.status, none.body.error.details.field], [400, 'token']);
    assert.equal((await readJson(statusUrl)).body.status, 'received');
  });

  test('shows the reply, and offers a calendar entry once confirmed', async () => {
    const { requestId, statusUrl } = await book({
      showName: 'Pier; a,b\r\nBEGIN:VALARM',
      showUrl: 'https://show.example.org',
    });
    const early = await readJson(`${statusUrl}&format=ics`);
    assert.deepEqual([early.status, early.body.error.details.reason], [404, 'not_confirmed']);
    decide(requestId, 'confirmed', 'See you there.\nBring a lamp.', Date.parse('2027-05-01T10:00:00Z'));
    const { body } = await readJson(statusUrl);
    assert.deepEqual(
      [body.status, body.reply, body.startsAt],
      ['confirmed', 'See you there.\nBring a lamp.', '2027-05-01T10:00:00.000Z'],
    );
    assert.equal(body.calendarUrl, `${statusUrl}&format=ics`);
    const answers = [await fetch(body.calendarUrl), await fetch(statusUrl, { headers: { accept: 'text/calendar' } })];
    for (const response of answers) {
      assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8');
      assert.equal(response.headers.get('cache-control'), 'private, no-store');
      const lines = (await response.text()).split('\r\n');
      assert.deepEqual([lines[0], lines.at(-2), lines.at(-1)], ['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
      assert.equal(lines.filter((line) => line.startsWith('BEGIN:')).length, 2);
      for (const line of [
        `UID:${requestId}@127.0.0.1`,
        'DTSTART:20270501T100000Z',
        'DTEND:20270501T110000Z',
        'SUMMARY:Pier\\; a\\,b BEGIN:VALARM\\, with Test Creator',
        'STATUS:CONFIRMED',
      ])
        assert.ok(lines.includes(line), `${line}\n${lines.join('\n')}`);
      assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75));
    }
  });

  test('is cancelled by the one who asked, once and for all, but not when it is over', async () => {
    const { requestId, statusUrl } = await book();
    for (const headers of [undefined, { 'content-type': 'application/json' }]) {
      const { status, body } = await readJson(statusUrl, { method: 'DELETE', ...(headers && { headers }) });
      assert.deepEqual([status, body.status], [200, 'cancelled']);
    }
    assert.equal((await readJson(statusUrl)).body.status, 'cancelled');
    decide(requestId, 'completed', null, null);
    const { status, body } = await readJson(statusUrl, { method: 'DELETE' });
    assert.deepEqual([status, body.error.code, body.error.details.status], [409, 'bad_request', 'completed']);
  });

  test('is changed by the fields that exist, and an answer with any other changes nothing', async () => {
    const { requestId, statusUrl } = await book();
    const refused: [body: object, field: string, status: number][] = [
      [{ accept: true }, 'accept', 409],
      [{ timeframe: ' ' }, 'timeframe', 400],
      [{ timeZone: '' }, 'timeZone', 400],
      [{ proposedTimes: [] }, 'proposedTimes', 400],
      [{ accept: false }, 'accept', 400],
      [{ text: 'Make it Wednesday' }, 'text', 400],
      [{ message: 'Yes', confirm: true }, 'confirm', 400],
      [{ proposedTimes: ['2020-01-01T10:00:00Z'] }, 'proposedTimes', 400],
      [{ startsAt: '2027-05-01T10:00:00Z', timeframe: 'May' }, 'timeframe', 400],
      [{}, 'body', 400],
    ];
    const unchanged = (await readJson(statusUrl)).body;
    for (const [body, field, status] of refused) {
      const response = await answer(statusUrl, body);
      const { error } = (await response.json()) as Json;
      assert.deepEqual([response.status, error.details.field], [status, field], JSON.stringify(body));
      assert.match(error.message, /\.$/);
    }
    const unknown = (await (await answer(statusUrl, { text: 'x' })).json()) as Json;
    assert.deepEqual(unknown.error.details.allowed, [
      'accept',
      'startsAt',
      'message',
      'timeframe',
      'proposedTimes',
      'timeZone',
    ]);
    assert.deepEqual((await readJson(statusUrl)).body, unchanged);
    const proposedTimes = ['2027-05-05T10:00:00Z'];
    const changed = (await (await answer(statusUrl, { message: 'Wednesday?', proposedTimes })).json()) as Json;
    assert.deepEqual(
      [changed.status, changed.answer, changed.proposedTimes],
      ['received', 'Wednesday?', proposedTimes],
    );
    decide(requestId, 'confirmed', null, Date.parse('2027-05-01T10:00:00Z'));
    const moved = (await (await answer(statusUrl, { proposedTimes })).json()) as Json;
    assert.deepEqual([moved.status, moved.startsAt], ['confirmed', '2027-05-01T10:00:00.000Z']);
    const creator = await command(
      room.env,
      'requests',
      '--booking',
      requestId,
      '--status',
      'confirmed',
      '--starts',
      proposedTimes[0]!,
    );
    assert.match(creator, /is confirmed/);
    assert.equal((await readJson(statusUrl)).body.startsAt, '2027-05-05T10:00:00.000Z');
  });

  test('is accepted by accept alone if one time is on offer', async () => {
    const { requestId, statusUrl } = await book();
    decide(requestId, 'proposed', null, Date.parse('2027-08-01T10:00:00Z'));
    assert.deepEqual((await readJson(statusUrl)).body.actions[0].name, 'accept');
    for (let i = 0; i < 2; i++) {
      const accepted = (await (await answer(statusUrl, { accept: true })).json()) as Json;
      assert.deepEqual([accepted.status, accepted.startsAt], ['confirmed', '2027-08-01T10:00:00.000Z']);
    }
  });

  test('shows browsers a page if the address is damaged', async () => {
    const { statusUrl } = await book();
    const response = await fetch(statusUrl.slice(0, -2), { headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.equal(response.status, 404);
    assert.match(await response.text(), /<h1[^>]*>Your request<\/h1>[^]*No request found at this address/);
    const cut = await fetch(statusUrl.split('?')[0]!, { headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.equal(cut.url, `${room.baseUrl}/booking/status`);
    assert.match(await cut.text(), /<h1[^>]*>Your request<\/h1>[^]*Open the address you received/);
  });

  test('with the same Idempotency-Key is kept once, also when both come at the same moment', async () => {
    const key = { 'idempotency-key': 'booking-1' };
    const both = await Promise.all([1, 2].map(() => post('/api/agent/booking-request', { showName: 'Once' }, key)));
    const statuses = both.map(({ status }) => status).sort();
    assert.ok(statuses[0] === 200 && [200, 409].includes(statuses[1]!), statuses.join());
    const again = await post('/api/agent/booking-request', { showName: 'Once' }, key);
    const bodies = await Promise.all([...both, again].filter(({ ok }) => ok).map((response) => response.text()));
    assert.equal(new Set(bodies).size, 1);
    const database = new DatabaseSync(join(room.env.DATA_DIR!, 'greenroom.db'), { readOnly: true });
    const { n } = database.prepare(`SELECT count(*) AS n FROM bookings WHERE "showName"='Once'`).get() as { n: number };
    database.close();
    assert.equal(n, 1);
  });

  test('keeps the hash of the token, never the token', async () => {
    const { statusUrl } = await book();
    const token = new URL(statusUrl).searchParams.get('token')!;
    assert.ok(token.length >= 43);
    const database = new DatabaseSync(join(room.env.DATA_DIR!, 'greenroom.db'), { readOnly: true });
    const rows = JSON.stringify(database.prepare('SELECT * FROM bookings').all());
    database.close();
    assert.ok(rows.includes('The Long Pier') && !rows.includes(token));
  });
});

describe('booking form', () => {
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(room.baseUrl + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });

  async function assertPage(response: Response, status: number): Promise<string> {
    assert.equal(response.status, status);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const html = await response.text();
    assert.match(html, /<h1[^>]*>Your request<\/h1>/);
    return html;
  }

  test('leads to the state page, with the words of the asker as text', async () => {
    const showName = '<script>alert(1)</script> & $& co';
    const message = 'é'.repeat(2400) + '\r\n'.repeat(200);
    const response = await send('/booking/request', { showName, showUrl: '', timeframe: '', message, homepage: '' });
    assert.equal(response.status, 303);
    const location = response.headers.get('location')!;
    assert.ok(location.startsWith('/api/agent/booking-request/'), location);
    const page = await fetch(room.baseUrl + location, { headers: { accept: 'text/html,*/*;q=0.8' } });
    const html = await assertPage(page, 200);
    assert.ok(!html.includes('<script>alert'));
    assert.ok(html.includes('&#60;script&#62;alert(1)&#60;/script&#62; &#38; $&#38; co'));
    assert.equal((await readJson(room.baseUrl + location)).body.showName, showName);
  });

  test('takes an address as people write it', async () => {
    const response = await send('/booking/request', { showName: 'x', showUrl: 'https://brücke.example/über uns' });
    const { body } = await readJson(room.baseUrl + response.headers.get('location')!);
    assert.equal(body.showUrl, 'https://xn--brcke-lva.example/%C3%BCber%20uns');
  });

  test('tells what is wrong on a page, and keeps nothing', async () => {
    const cases: [Record<string, string>, RegExp][] = [
      [{ showName: ' ' }, /id="showName-problem">Fill in this field\.</],
      [{ showName: 'x', showUrl: 'javascript:alert(1)' }, /id="showUrl-problem">Not a valid web address\./],
      [{ showName: 'x'.repeat(201) }, /id="showName-problem">Too long\. Use at most 200 characters\.</],
      [{ showName: 'x', contactEmail: 'x' }, /id="contactEmail-problem">Not a valid email address/],
      [{ showName: 'x', time1: '2027-05-01T10:00', timeZone: '+05:30' }, /id="timeZone-problem">Unknown time zone\./],
      [{ showName: 'x', homepage: 'https://spam.example' }, /role="alert">A hidden field was filled in\./],
    ];
    for (const [fields, problem] of cases) {
      const response = await send('/booking/request', { timeframe: 'In <May>', kind: 'press', ...fields });
      assert.equal(response.status, 400);
      assert.equal(response.headers.get('cache-control'), 'private, no-store');
      const html = await response.text();
      assert.match(html, problem);
      assert.ok(!html.includes('spam.example'));
      assert.match(html, /<option value="press" selected[^]*value="In (<|&lt;)May(>|&gt;)"/);
    }
    const json = await fetch(`${room.baseUrl}/booking/request`, {
      method: 'POST',
      body: '{"showName":"x"}',
      headers: { 'content-type': 'application/json' },
    });
    await assertPage(json, 415);
    const large = await send('/booking/request', { showName: 'x', message: 'x'.repeat(70_000) });
    await assertPage(large, 413);
  });

  test('cancels with the token alone', async () => {
    const { requestId, statusUrl } = await book();
    const token = new URL(statusUrl).searchParams.get('token')!;
    await assertPage(await send('/booking/cancel', { requestId, token: 'wrong' }), 404);
    await assertPage(await send('/booking/cancel', {}), 404);
    assert.equal((await send('/booking/cancel', { requestId, token })).status, 303);
    assert.equal((await readJson(statusUrl)).body.status, 'cancelled');
  });
});

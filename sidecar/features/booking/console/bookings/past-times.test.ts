// Times in the past can neither be proposed nor chosen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingForm } from '#domain/booking/booking.ts';
import { sqliteStore } from '#sidecar/storage/test-stores.ts';
import { openConsole, signInByLink } from '#sidecar/console/test-console.ts';

const sqlite = sqliteStore();

test('a time in the past can neither be proposed nor chosen', async () => {
  const console = openConsole(sqlite(), {});
  const browser = await signInByLink(console);
  const wish = (proposedTimes: string[]) =>
    console.app.inject({
      method: 'POST',
      url: '/api/agent/booking-request',
      payload: { showName: 'Yesterday', proposedTimes },
    });
  const refused = await wish(['2027-05-01T18:00:00Z', '2020-05-01T18:00:00Z']);
  assert.equal(refused.statusCode, 400);
  assert.match(refused.body, /proposedTimes contains a time in the past/);
  const accepted = await wish(['2027-05-01T18:00:00Z']);
  assert.equal(accepted.statusCode, 200);
  const typed = { showName: 'By hand', timeZone: 'Europe/Berlin', [bookingForm.times[1]!]: '2020-05-01T18:00' };
  const form = await console.app.inject({
    method: 'POST',
    url: bookingForm.request,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(typed).toString(),
  });
  assert.equal(form.statusCode, 400);

  const { requestId, statusUrl } = accepted.json<{ requestId: string; statusUrl: string }>();
  const offer = { from: 'received', status: 'proposed', zone: 'UTC', starts: '2027-05-01T18:00' };
  await browser.post(`/bookings/${requestId}`, offer);
  console.clock.now = Date.parse('2027-05-01T18:00:01Z');
  const payload = { startsAt: '2027-05-01T18:00:00Z' };
  const picked = await console.app.inject({ method: 'POST', url: statusUrl, payload });
  assert.equal(picked.statusCode, 409);
  assert.match(picked.body, /That time is in the past/);
});

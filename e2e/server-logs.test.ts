// The logs of the web servers that the build writes rules for: no sign-in link and no token stands in them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContent } from './content.ts';
import { type RunningRoom, startRoom } from './room.ts';
import { ask, type Asked, isInstalled, startCaddy, startNginx } from './servers.ts';

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent(), {
    BASE_URL: 'https://room.example',
    PUBLISH_TO: 'nginx, caddy',
  });
});
after(() => room.stop());

for (const [program, start] of Object.entries({ nginx: startNginx, caddy: startCaddy })) {
  test(
    `whoever reads the log of ${program} finds no sign-in link and no token`,
    { skip: !isInstalled(program) },
    async () => {
      const token = 'Zq3-LeakedTokenOfABookingOrASubscription_x9';
      const server = await start(room);
      const secrets: Asked[] = [
        { path: `/console/sign-in?link=${token}` },
        { path: `/console/private/${token}/bookings.ics` },
        { path: `/console/shared/tides-00000001/20000/${token}?a=${token}` },
        { path: `/api/agent/booking-request/01890a5d-ac96-774b-bcce-b302099a8057?token=${token}&format=html` },
        { path: `/api/agent/webhook-subscriptions/${token}`, method: 'DELETE' },
        { path: `/api/agent/transcribe/${token}` },
        { path: `/api/guest-kit/${token}?format=pdf` },
        { path: `/read?for=article&payment=${token}` },
        { path: '/', headers: { referer: `https://room.example/console/sign-in?link=${token}` } },
        { path: '/articles', headers: { referer: `https://room.example/console/private/${token}/notices.atom` } },
        { path: '/about', headers: { authorization: `L402 ${token}`, cookie: `session=${token}` } },
      ];
      try {
        for (const asked of secrets) await ask(server.origin, asked);
      } finally {
        await server.stop();
      }
      const log = server.log!();
      assert.ok(!log.includes('LeakedToken'), log);
      for (const address of [
        '/console/sign-in',
        '/console/private/',
        '/articles',
        '/api/agent/booking-request/01890a5d',
      ])
        assert.ok(log.includes(address), `${address} is in ${log}`);
    },
  );
}

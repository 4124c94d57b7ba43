// PostgreSQL goes away under load, again and again: no sidecar dies, files are served, and every booking is kept once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testContent } from './content.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { freePort, launch, makeRoom, manyRequests, postJson, type Room, type Sidecar } from './room.ts';
import { until } from './until.ts';
import { seed, sized, chanceOf } from './soak/size.ts';
import { count, query } from './soak/store.ts';

const restarts = sized(3, 100);
const sidecars = sized(2, 3);
const clientsOfEach = 3;
const ways = ['fast', 'immediate', 'terminate'] as const;

interface One {
  baseUrl: string;
  sidecar: Sidecar;
}

let postgres: Postgres;
let room: Room;
const fleet: One[] = [];

before(async () => {
  postgres = await startPostgres();
  room = await makeRoom(await testContent(), { RATES: manyRequests, DATABASE_URL: postgres.url });
  while (fleet.length < sidecars) {
    const port = fleet.length === 0 ? room.env.PORT! : String(await freePort());
    const sidecar = launch({ ...room.env, BASE_URL: room.baseUrl, PORT: port });
    await sidecar.ready;
    fleet.push({ baseUrl: `http://127.0.0.1:${port}`, sidecar });
  }
});

after(async () => {
  for (const { sidecar } of fleet) await sidecar.end('SIGTERM');
  await room.remove();
  await postgres.stop();
});

const isUp = async ({ baseUrl }: One): Promise<boolean> => (await fetch(`${baseUrl}/readyz`)).status === 200;

/** Books until it is answered; a sidecar that refuses the connection fails the test. */
async function book(one: One, showName: string, statuses: Map<number, number>): Promise<string> {
  for (;;) {
    const answer = await postJson(one, '/api/agent/booking-request', { showName }, { 'idempotency-key': showName });
    const body = await answer.json();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 200) return body.statusUrl;
    assert.equal(answer.status, 503, JSON.stringify(body));
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    await sleep(20);
  }
}

const breakOff = (way: (typeof ways)[number]): Promise<unknown> =>
  way === 'terminate'
    ? query(
        room.env,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
    : postgres.restart(way);

test(`PostgreSQL is restarted ${restarts} times under load: nobody dies, nothing is lost or doubled (seed ${seed})`, async (t) => {
  const chance = chanceOf(1);
  const statuses = new Map<number, number>();
  const booked: string[] = [];
  let stopped = false;
  const keepBooking = async (one: One, client: string) => {
    for (let n = 0; !stopped; n++) booked.push(await book(one, `Show ${client}.${n}`, statuses));
  };
  const keepReading = async ({ baseUrl }: One) => {
    for (; !stopped; await sleep(20)) assert.equal((await fetch(`${baseUrl}/articles`)).status, 200);
  };
  const load = Promise.all(
    fleet.flatMap((one, i) => [
      keepReading(one),
      ...Array.from({ length: clientsOfEach }, (_, n) => keepBooking(one, `${i}.${n}`)),
    ]),
  );
  const breaking = async () => {
    for (let n = 0; n < restarts; n++) {
      const before = booked.length;
      await breakOff(ways[n % ways.length]!);
      await until(() => booked.length > before, 'bookings go on');
      await sleep(chance() * 500);
    }
  };
  await Promise.race([breaking(), load]);
  stopped = true;
  await load;
  for (const one of fleet) await until(() => isUp(one), `${one.baseUrl} is ready again`);
  t.diagnostic(`statuses: ${JSON.stringify(Object.fromEntries(statuses))}`);
  assert.equal(await count(room.env, 'bookings'), booked.length);
  for (const statusUrl of sized(booked.slice(-20), booked)) assert.equal((await fetch(statusUrl)).status, 200);
});

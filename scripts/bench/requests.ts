// Booking requests: how many are kept a second, on disk when they are answered, beside a bare server that inserts the same.
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../free-port.ts';
import { root } from '../settings.ts';
import { cpuSecondsOf, start } from './children.ts';
import { best, type Load } from './load.ts';
import type { Figure, Row } from './report.ts';
import { onEachStore, withRoom } from './rooms.ts';
import type { Server } from './servers.ts';

export interface RequestOptions {
  load: Load;
  seconds: number;
  rounds: number;
}

const items = 100;
const path = '/api/agent/booking-request';
const body = JSON.stringify({
  showName: 'The Long Pier',
  showUrl: 'https://show.example.org/',
  timeframe: 'in May',
  message: 'We would like to talk about tides, for about an hour.',
  source: 'agent',
});

async function startBare(store: string): Promise<Server> {
  const port = String(await freePort());
  const running = await start(process.execPath, ['scripts/bench/bare-inserts.ts', port, store], { cwd: root });
  return { ...running, origin: `http://127.0.0.1:${port}` };
}

async function measure(servers: Record<'here' | 'bare', Server>, { load, seconds, rounds }: RequestOptions) {
  const seen: Record<'here' | 'bare', Figure[]> = { here: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of ['here', 'bare'] as const) {
      const { pid, origin } = servers[name];
      const before = cpuSecondsOf(pid);
      const figure = await load({ url: origin + path, body }, seconds);
      seen[name].push({ ...figure, cpuUs: ((cpuSecondsOf(pid) - before) * 1e6) / (figure.value * seconds) });
    }
  }
  return { here: best(seen.here), bare: best(seen.bare) };
}

export const measureRequests = (options: RequestOptions): Promise<Row[]> =>
  onEachStore((name, store) =>
    withRoom(items, store, async ({ folder, sidecar }) => {
      const bareServer = await startBare(store.DATABASE_URL ?? join(folder, 'bare.db'));
      const { here, bare } = await measure({ here: sidecar, bare: bareServer }, options);
      await bareServer.stop();
      return { items, name: `booking requests, ${name}`, unit: '/s', ...here, beside: { 'bare insert': bare } };
    }),
  );

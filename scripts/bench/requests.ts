// Booking requests per second, stored on disk before the response, compared with a bare server that inserts the same.
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../free-port.ts';
import { root } from '../settings.ts';
import { start } from './children.ts';
import { type Load, middleRound } from './load.ts';
import type { Row } from './report.ts';
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

export const measureRequests = (options: RequestOptions): Promise<Row[]> =>
  onEachStore((name, store) =>
    withRoom(items, store, async ({ folder, sidecar }) => {
      const bareServer = await startBare(store.DATABASE_URL ?? join(folder, 'bare.db'));
      const toTarget = ({ pid, origin }: Server) => ({ pid, target: { url: origin + path, body } });
      const { here, bare } = await middleRound({ here: toTarget(sidecar), bare: toTarget(bareServer) }, options);
      await bareServer.stop();
      return { items, name: `booking requests, ${name}`, unit: '/s', ...here, comparison: { 'bare insert': bare } };
    }),
  );

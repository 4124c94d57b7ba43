// A bucket for tests: a real server of S3's API on a free port, which checks signatures, and notes what was asked of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import S3rver from '@20minutes/s3rver';

export interface TestBucket {
  settings: { url: string; keyId: string; secret: string; region: string };
  /** Writing requests since the last look: `PUT articles/x`. */
  changes: () => string[];
  /** What a visitor gets. */
  get: (key: string) => Promise<Response>;
  /** Answers a request in the place of the bucket; undefined where the bucket does. */
  intercept: (answer: (method: string, key: string) => number | undefined) => void;
  close: () => Promise<void>;
}

export async function openTestBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'greenroom-bucket-'));
  const s3 = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: 'room' }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  let changes: string[] = [];
  let instead: (method: string, key: string) => number | undefined = () => undefined;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const key = decodeURIComponent(request.url!.replace(/^\/room\//, ''));
    const status = request.method === 'GET' ? undefined : instead(request.method!, key);
    if (status !== undefined) return void request.resume().on('end', () => response.writeHead(status).end());
    if (request.method !== 'GET') changes.push(`${request.method} ${key}`);
    return answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/room`;
  return {
    // The keys that this server knows.
    settings: { url, keyId: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' },
    changes: () => {
      const all = changes;
      changes = [];
      return all;
    },
    get: (key) => fetch(`${url}/${key}`),
    intercept: (next) => void (instead = next),
    close: async () => {
      await new Promise((done) => server.close(done));
      s3.logger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

// Test bucket: an S3 server on a free port that checks signatures and records requests.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import S3rver from '@20minutes/s3rver';

export interface TestBucket {
  settings: { url: string; keyId: string; secret: string; region: string };
  /** Returns the write requests since the last call, such as `PUT articles/x`. */
  changes: () => string[];
  /** Fetches a file as a visitor does. */
  get: (key: string) => Promise<Response>;
  /** Answers requests in place of the bucket, unless the callback returns undefined. */
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
    // Credentials of this server.
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

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { slowestPace } from './limits.ts';
import { openOutgoing } from './outgoing.ts';
import { type Certificate, createCertificate } from './test-certificate.ts';

const room = openOutgoing({ baseUrl: 'https://room.example', allowedHosts: ['127.0.0.1'] });
const ms = 6000;
const limits = { connectMs: ms, firstByteMs: ms, totalMs: ms, bytes: 1000, redirects: 0, pace: slowestPace };

/** Returns the outcome of a request to a host with this certificate, which is trusted. */
async function meet({ key, cert }: Certificate): Promise<string> {
  const server: Server = createServer({ key, cert }, (_, response) => response.end('hello'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const asked = room.send(`https://127.0.0.1:${port}`, { limits, ca: cert });
  return asked
    .then(
      ({ body }) => body.toString(),
      (error: Error) => error.message,
    )
    .finally(() => {
      server.closeAllConnections();
      server.close();
    });
}

test('a trusted certificate is enough as long as it holds and names the host', async () => {
  assert.equal(await meet(createCertificate('127.0.0.1')), 'hello');
});

test('a trusted certificate is of no use once it has expired, or where it names another host', async () => {
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const notValid = (code: string) => `The certificate of the host is not valid (${code}).`;
  assert.equal(await meet(createCertificate('127.0.0.1', yesterday)), notValid('CERT_HAS_EXPIRED'));
  assert.equal(await meet(createCertificate('other.example')), notValid('ERR_TLS_CERT_ALTNAME_INVALID'));
});

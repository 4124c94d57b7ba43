import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openBucket } from './bucket.ts';
import { openOutgoing } from './outgoing.ts';

const entry = (key: string, size: number) =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>${size}</Size></Contents>`;
const page = (...inside: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside.join('')}</ListBucketResult>`;

test('a list of many pages is read to its end, and an empty one is no mistake', async () => {
  const asked: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://bucket.example');
    asked.push(searchParams);
    assert.equal(pathname, '/fleet');
    const isEmpty = searchParams.get('prefix') === 'none/';
    const more = '<NextContinuationToken>1/a+b=</NextContinuationToken>';
    if (isEmpty) return response.end(page('<KeyCount>0</KeyCount>'));
    if (searchParams.has('continuation-token')) return response.end(page(entry('objects/2', 20)));
    return response.end(page(more, entry('objects/1', 10)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fleet`;
  const out = openOutgoing({ baseUrl: 'https://room.example', allowedHosts: ['127.0.0.1'] });
  const bucket = openBucket({ url, keyId: 'key', secret: 'secret', region: 'here' }, out);
  assert.deepEqual(await bucket.list('objects/'), [
    { key: 'objects/1', size: 10 },
    { key: 'objects/2', size: 20 },
  ]);
  assert.equal(asked[1]!.get('continuation-token'), '1/a+b=');
  assert.deepEqual(await bucket.list('none/'), []);
  server.close();
});

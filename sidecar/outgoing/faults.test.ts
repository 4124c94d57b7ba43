// Every way in which a host can fail or attack, met by the module that makes all requests.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openOutgoing } from './outgoing.ts';
import {
  type MakeRequest,
  certificates,
  faults,
  createLimits,
  requestWithCertificate,
  requestFromFaultyHost,
} from './test-faults.ts';

const { send } = openOutgoing({ baseUrl: 'https://room.example', allowedHosts: ['127.0.0.1'] });

const request: MakeRequest = async (url, allowed) => {
  const { body } = await send(url, { limits: createLimits(allowed), mayBePacked: true });
  return { bytes: body.length };
};

describe('a request outlives', { concurrency: 4 }, () => {
  for (const [name, fault] of Object.entries(faults))
    test(`a host that ${name}`, async () => {
      assert.match(await requestFromFaultyHost(fault, request), fault.says);
    });
});

describe('a request is not sent to a host whose certificate is', { concurrency: 4 }, () => {
  for (const [name, certificate] of Object.entries(certificates))
    test(name, async () => {
      const [message, heard] = await requestWithCertificate(certificate, request);
      assert.match(
        message,
        certificate.key ? /certificate of the host is not valid/ : /TLS|closed the connection|certificate/,
      );
      assert.equal(heard, '');
    });
});

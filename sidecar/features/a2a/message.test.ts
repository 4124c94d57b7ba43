import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RpcFault } from './errors.ts';
import { readMessage } from './message.ts';

const message = (more: object = {}) => ({ messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hello' }], ...more });
const faultCode = (value: unknown): number | undefined => {
  try {
    readMessage(value);
    return undefined;
  } catch (error) {
    return (error as RpcFault).code;
  }
};

test('texts and data of all parts are read together', () => {
  const parts = [
    { text: 'a' },
    { data: { showName: 'x' } },
    { text: 'b', mediaType: 'text/plain' },
    { data: { topic: 't' } },
  ];
  const { text, data } = readMessage(message({ parts }));
  assert.deepEqual([text, data], ['a\nb', { showName: 'x', topic: 't' }]);
});

test('a message without a context gets one, the same when it is sent again', () => {
  const { contextId } = readMessage(message());
  assert.match(contextId, /^[0-9a-f-]{36}$/);
  assert.equal(readMessage(message()).contextId, contextId);
  assert.equal(readMessage(message({ contextId: 'mine' })).contextId, 'mine');
  assert.notEqual(readMessage(message({ messageId: 'other' })).contextId, contextId);
});

test('an empty task or context id counts as missing', () => {
  const { taskId, contextId } = readMessage(message({ taskId: '', contextId: '' }));
  assert.equal(taskId, undefined);
  assert.equal(contextId, readMessage(message()).contextId);
});

test('a value that is not a message of a client is refused with its code', () => {
  for (const value of [
    undefined,
    {},
    message({ role: 'ROLE_AGENT' }),
    message({ parts: [] }),
    message({ messageId: '' }),
  ])
    assert.equal(faultCode(value), -32602);
  for (const data of [null, 1, 'x', [1]]) assert.equal(faultCode(message({ parts: [{ data }] })), -32602);
  assert.equal(faultCode(message({ parts: [{ url: 'https://x.example' }] })), -32005);
  assert.equal(faultCode(message({ parts: [{ raw: 'AA==' }] })), -32005);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkSharer } from './share-work.ts';

const open = () =>
  createWorkSharer<string, (share: number) => void>((all) => (share) => all.forEach((tell) => tell(share)));
const never = new AbortController().signal;
const silent = () => {};

test('concurrent requests share their work and its progress', async () => {
  const share = open();
  let [begun, end] = [0, (_: string) => {}];
  const progress: number[] = [];
  const work = ({ progress }: { progress: (share: number) => void }) => {
    begun += 1;
    progress(0.5);
    return new Promise<string>((done) => (end = done));
  };
  const requests = [1, 2, 3].map(() => share('one', { stop: never, progress: (at) => progress.push(at) }, work));
  const other = share('other', { stop: never, progress: silent }, async () => 'not the same');
  assert.equal(await other, 'not the same');
  end('heard');
  assert.deepEqual(await Promise.all(requests), ['heard', 'heard', 'heard']);
  assert.deepEqual([begun, progress], [1, [0.5, 0.5, 0.5]]);
  assert.equal(await share('one', { stop: never, progress: silent }, async () => 'again'), 'again');
});

test('shared work continues while anybody waits, and is aborted when the last caller leaves', async () => {
  const share = open();
  const first = new AbortController();
  const second = new AbortController();
  let stopped = false;
  const work = ({ stop }: { stop: AbortSignal }) =>
    new Promise<string>((_, fail) =>
      stop.addEventListener('abort', () => {
        stopped = true;
        fail(stop.reason as Error);
      }),
    );
  const requests = [first, second].map(({ signal }) => share('one', { stop: signal, progress: silent }, work));
  await Promise.resolve();
  first.abort(new Error('first'));
  await assert.rejects(requests[0]!, /first/);
  assert.equal(stopped, false);
  second.abort(new Error('second'));
  await assert.rejects(requests[1]!, /second/);
  assert.equal(stopped, true);
});

test('a failure reaches all callers, and the next request begins again', async () => {
  const share = open();
  const progress = { stop: never, progress: silent };
  const fails = async () => Promise.reject(new Error('broken'));
  const requests = [share('one', progress, fails), share('one', progress, fails)];
  for (const one of requests) await assert.rejects(one, /broken/);
  assert.equal(await share('one', progress, async () => 'anew'), 'anew');
});

// Moderation of a running Nexus with npm run members, and what npm run doctor reports in a blocked room.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContent } from './content.ts';
import { command, manyRequests, postJson, type RunningRoom, startRoom } from './room.ts';
import { until } from './until.ts';

let nexus: RunningRoom;
before(async () => {
  nexus = await startRoom(await testContent(), { NEXUS: 'on', ALLOWED_HOSTS: '127.0.0.1', RATES: manyRequests });
});
after(() => nexus.stop());

const members = (...args: string[]) => command(nexus.env, 'members', ...args);
const saidOf = (error: unknown): string => (error as { stdout: string }).stdout;
/** The Nexus may list the room that it is run beside. */
const doctor = () =>
  command(
    { ...nexus.env, BASE_URL: nexus.baseUrl, NEXUS_URL: nexus.baseUrl },
    'doctor',
    '--try',
    '--only',
    'Nexus',
  ).catch(saidOf);
/** The answer to a report is given again for two seconds. */
const isAnswered = (status: number, what: string) =>
  until(async () => {
    const response = await postJson(nexus, '/api/nexus/register', { agentBaseUrl: nexus.baseUrl });
    return response.status === status;
  }, what);
const listed = async (): Promise<number> => {
  const response = await fetch(`${nexus.baseUrl}/api/nexus/creators`);
  return ((await response.json()) as { total: number }).total;
};

test('the doctor reports the room, and says under which id it is listed', async () => {
  assert.match(await doctor(), /ok {4}Nexus: http\S+ lists http\S+ as 127-0-0-1-\d+-[0-9a-f]{16}/);
  assert.match(await members(), /Rooms: 1\n.*active.*Test Creator\nBlocked hosts: 0/);
});

test('a host that is blocked leaves at once, and its creator learns why it is not listed', async () => {
  assert.match(await members('--block', 'http://127.0.0.1:80/', '--reason', 'A test'), /127\.0\.0\.1 is blocked/);
  assert.equal(await listed(), 0);
  const page = await (await fetch(`${nexus.baseUrl}/nexus`)).text();
  assert.ok(page.includes('0 creators') && page.includes(`NEXUS_URL=${nexus.baseUrl}`));
  await isAnswered(400, 'the room is refused');
  assert.match(await doctor(), /does not list rooms of this host/);
  assert.match(await members(), /Rooms: 0\nBlocked hosts: 1\n.*127\.0\.0\.1 {2}A test/);
});

test('a host that is no longer blocked is back with its next report', async () => {
  await members('--unblock', '127.0.0.1');
  await isAnswered(200, 'the room is accepted');
  assert.match(await doctor(), /ok {4}Nexus/);
  assert.equal(await listed(), 1);
});

test('an invalid host and a host that is not blocked are reported', async () => {
  for (const [args, said] of [
    [['--block', 'no host'], /no host is not a host name/],
    [['--unblock', 'bad.example'], /bad\.example is not blocked/],
  ] as const)
    await assert.rejects(members(...args), (error: { stderr: string }) => said.test(error.stderr));
});

// npm run members: the rooms that a Nexus lists, and the hosts that it does not, on the terminal.
import { hostIn } from '../../sidecar/features/nexus/hosts.ts';
import { reasonIn } from '../../sidecar/features/nexus/moderation.ts';
import { blockHost, listBlocks, unblockHost } from '../../sidecar/features/nexus/blocks.ts';
import { listMembers } from '../../sidecar/features/nexus/members.ts';
import type { Db, Store } from '../../sidecar/storage/store.ts';
import { jsonText, say } from '../say.ts';
import { withRoomStore } from '../store.ts';
import { type Call, command, type Options, UsageError } from './command.ts';

const options = {
  host: { type: 'string', value: 'HOST', doc: 'the rooms of this host and of its subdomains alone' },
  block: {
    type: 'string',
    value: 'HOST',
    doc: 'its rooms leave at once, with all ports and subdomains, and cannot report themselves any more',
  },
  unblock: { type: 'string', value: 'HOST', doc: 'its rooms may report themselves again' },
  reason: { type: 'string', value: 'TEXT', doc: 'for yourself: nobody else reads it' },
  json: { type: 'boolean', doc: 'the lists as one JSON document' },
} as const satisfies Options;

const listedAtMost = 100;

function hostOf(text: string): string {
  const host = hostIn(text);
  if (!host) throw new UsageError(`${text} is no host: give one such as bad.example.`);
  return host;
}

async function show(db: Db, host: string | undefined, asJson: boolean): Promise<void> {
  const { members, total } = await listMembers(db, { host, limit: listedAtMost });
  const { blocked } = await listBlocks(db, { limit: Number.MAX_SAFE_INTEGER });
  if (asJson) return console.log(jsonText({ members, total, blocked }));
  say(`Rooms: ${total}${total > members.length ? `, of which the last ${members.length}` : ''}`);
  for (const { registeredAt, status, itemCount, origin, name } of members)
    say('', new Date(registeredAt).toISOString().slice(0, 10), status.padEnd(7), `${itemCount} items`, origin, name);
  say(`Blocked hosts: ${blocked.length}`);
  for (const { host: name, blockedAt, reason } of blocked)
    say('', new Date(blockedAt).toISOString().slice(0, 10), name, reason ?? '');
}

function workOf(values: Call<typeof options>['values']): (store: Store) => Promise<void> {
  const { block, unblock, host, reason } = values;
  if ([block, unblock, host].filter((given) => given !== undefined).length > 1)
    throw new UsageError('--block, --unblock and --host exclude each other.');
  if (reason !== undefined && block === undefined) throw new UsageError('--reason needs --block HOST.');
  const given = block ?? unblock ?? host;
  const named = given === undefined ? undefined : hostOf(given);
  const decided = { who: 'creator', now: Date.now() };
  if (block !== undefined)
    return async (store) => {
      const left = await blockHost(store, named!, reasonIn(reason ?? ''), decided);
      say(`${named} is blocked`);
      for (const origin of left) say('', origin, 'has left the directory');
    };
  if (unblock !== undefined)
    return async (store) => {
      if (!(await unblockHost(store, named!, decided))) throw new Error(`${named} is not blocked`);
      say(`${named} is not blocked any more`);
    };
  return ({ db }) => show(db, named, values.json);
}

export const members = command({
  summary: 'Lists the rooms of your Nexus and the hosts that it does not list, and blocks hosts.',
  examples: [
    ['', 'lists rooms, those that came last first, and blocked hosts'],
    ['--block bad.example --reason "Advertising"', 'blocks a host'],
    ['--unblock bad.example', 'unblocks it'],
  ],
  options,
  endings: { 0: 'it is done', 1: 'the host is not blocked, or the store cannot be opened' },
  run: async ({ values }) => {
    const work = workOf(values);
    await withRoomStore(work);
    return 0;
  },
});

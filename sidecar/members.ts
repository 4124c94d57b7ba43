// npm run members: the rooms that a Nexus lists, and the hosts that it does not, on the terminal.
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { hostIn } from './nexus/hosts.ts';
import { reasonIn } from './nexus/moderation.ts';
import { readSettings } from '#domain/settings.ts';
import { blockHost, listBlocks, unblockHost } from './nexus/blocks.ts';
import { listMembers } from './nexus/members.ts';
import { openStore, type Db, type Store } from './store/store.ts';

const help = `The rooms of your Nexus, and the hosts that it does not list.

npm run members                                       lists rooms, those that came last first, and blocked hosts
npm run members -- --host example.org                 the rooms of this host and of its subdomains alone
npm run members -- --block bad.example --reason "Advertising"
npm run members -- --unblock bad.example

  --block HOST    its rooms leave at once, with all ports and subdomains, and cannot report themselves any more
  --unblock HOST  its rooms may report themselves again
  --reason TEXT   for yourself: nobody else reads it
  --json          the lists as one JSON document`;

const { values } = parseArgs({
  options: {
    host: { type: 'string' },
    block: { type: 'string' },
    unblock: { type: 'string' },
    reason: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const listedAtMost = 100;
const say = (...parts: string[]) =>
  console.log(stripVTControlCharacters(parts.join('  ')).replace(/[\p{Cc}\p{Cf}]/gu, ' '));

function hostOf(text: string): string {
  const host = hostIn(text);
  if (!host) throw new Error(`${text} is no host: give one such as bad.example`);
  return host;
}

async function show(db: Db): Promise<void> {
  const host = values.host === undefined ? undefined : hostOf(values.host);
  const { members, total } = await listMembers(db, { host, limit: listedAtMost });
  const { blocked } = await listBlocks(db, { limit: Number.MAX_SAFE_INTEGER });
  if (values.json) return console.log(JSON.stringify({ members, total, blocked }, null, 2));
  say(`Rooms: ${total}${total > members.length ? `, of which the last ${members.length}` : ''}`);
  for (const { registeredAt, status, itemCount, origin, name } of members)
    say('', new Date(registeredAt).toISOString().slice(0, 10), status.padEnd(7), `${itemCount} items`, origin, name);
  say(`Blocked hosts: ${blocked.length}`);
  for (const { host: name, blockedAt, reason } of blocked)
    say('', new Date(blockedAt).toISOString().slice(0, 10), name, reason ?? '');
}

async function act(store: Store): Promise<void> {
  const decided = { who: 'creator', now: Date.now() };
  if (values.block !== undefined) {
    const host = hostOf(values.block);
    const left = await blockHost(store, host, reasonIn(values.reason ?? ''), decided);
    say(`${host} is blocked`);
    for (const origin of left) say('', origin, 'has left the directory');
  } else if (values.unblock !== undefined) {
    const host = hostOf(values.unblock);
    if (!(await unblockHost(store, host, decided))) throw new Error(`${host} is not blocked`);
    say(`${host} is not blocked any more`);
  } else await show(store.db);
}

if (values.help) {
  console.log(help);
  process.exit(0);
}
const settings = readSettings(process.env, resolve(import.meta.dirname, '..'));
const store = await openStore({ databaseUrl: settings.databaseUrl, file: join(settings.dataDir, 'greenroom.db') });
try {
  await act(store);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await store.close();
}

// Runs npm run members.
import { parseHost } from '../../sidecar/features/nexus/hosts.ts';
import { parseReason } from '../../sidecar/features/nexus/moderation.ts';
import { blockHost, listBlocks, unblockHost } from '../../sidecar/features/nexus/blocks.ts';
import { listMembers } from '../../sidecar/features/nexus/members.ts';
import type { Db, Store } from '../../sidecar/storage/store.ts';
import { type Io, jsonText, print, say } from '../io.ts';
import { withRoomStore } from '../store.ts';
import { type Call, command, UsageError } from './command.ts';

const maxListed = 100;

function readHost(text: string): string {
  const host = parseHost(text);
  if (!host) throw new UsageError(`${text} is not a host name. Use one such as bad.example.`);
  return host;
}

async function printMembers(io: Io, db: Db, host: string | undefined, asJson: boolean): Promise<void> {
  const { members, total } = await listMembers(db, { host, limit: maxListed });
  const { blocked } = await listBlocks(db, { limit: Number.MAX_SAFE_INTEGER });
  if (asJson) return print(io, jsonText({ members, total, blocked }));
  say(io, `Rooms: ${total}${total > members.length ? `, showing the newest ${members.length}` : ''}`);
  for (const { registeredAt, status, itemCount, origin, name } of members)
    say(
      io,
      '',
      new Date(registeredAt).toISOString().slice(0, 10),
      status.padEnd(7),
      `${itemCount} items`,
      origin,
      name,
    );
  say(io, `Blocked hosts: ${blocked.length}`);
  for (const { host: name, blockedAt, reason } of blocked)
    say(io, '', new Date(blockedAt).toISOString().slice(0, 10), name, reason ?? '');
}

function chooseWork(io: Io, values: Call<'members'>['values']): (store: Store) => Promise<void> {
  const { block, unblock, host, reason } = values;
  if ([block, unblock, host].filter((given) => given !== undefined).length > 1)
    throw new UsageError('--block, --unblock and --host exclude each other.');
  if (reason !== undefined && block === undefined) throw new UsageError('--reason needs --block HOST.');
  const address = block ?? unblock ?? host;
  const hostName = address === undefined ? undefined : readHost(address);
  const decision = { actor: 'creator', now: Date.now() };
  if (block !== undefined)
    return async (store) => {
      const removedOrigins = await blockHost(store, hostName!, parseReason(reason ?? ''), decision);
      say(io, `${hostName} is blocked`);
      for (const origin of removedOrigins) say(io, '', origin, 'has left the directory');
    };
  if (unblock !== undefined)
    return async (store) => {
      if (!(await unblockHost(store, hostName!, decision))) throw new Error(`${hostName} is not blocked`);
      say(io, `${hostName} is not blocked any more`);
    };
  return ({ db }) => printMembers(io, db, hostName, values.json);
}

export const members = command('members', async ({ values }, io) => {
  const work = chooseWork(io, values);
  await withRoomStore(io.env, work);
  return 0;
});

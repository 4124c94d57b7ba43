// Moves the rows of the table `facts`, which stored state as JSON by name, to typed tables. The rows also stay in
// `facts`, for the previous version; a later version drops the table.
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export type MigrationDb = Parameters<Migration['up']>[0];

type Row = Record<string, unknown>;
type Rows = Record<string, Row[]>;

/** Reads the rows that a fact with this exact name stood for. */
const byName: Record<string, (value: string) => Rows> = {
  program: (version) => ({ storeVersion: [{ id: 1, version }] }),
  readyAt: (value) => ({ storeChecks: [{ id: 1, writtenAt: Date.parse(value) }] }),
  'build.failed': (value) => {
    const { times, at } = JSON.parse(value);
    return { buildFailures: [{ id: 1, times, failedAt: at }] };
  },
  'build.last': (value) => {
    const { ok, output, finishedAt, tookMs } = JSON.parse(value);
    return { buildResults: [{ id: 1, ok: Number(ok), output, finishedAt, tookMs: tookMs ?? null }] };
  },
  'publish.failure': (value) => ({ publishState: [{ id: 1, failure: value || null }] }),
  'content.seen': (contentDigest) => ({ contentState: [{ id: 1, contentDigest }] }),
  'content.asked': (value) => ({ contentState: [{ id: 1, requestedChangeAt: Number(value) }] }),
  'feeds.seen': (feedsDigest) => ({ contentState: [{ id: 1, feedsDigest }] }),
  failing: (value) => ({
    failures: Object.entries(JSON.parse(value) as Record<string, number>).map(([name, since]) => ({
      source: name === ' build' ? 'build' : `feed ${name}`,
      failingSince: since,
      reported: since === 0 ? 1 : 0,
    })),
  }),
  'prices.wallet': (testedWallet) => ({ walletState: [{ id: 1, testedWallet }] }),
  'prices.facilitator': (testedFacilitator) => ({ walletState: [{ id: 1, testedFacilitator }] }),
  'prices.live': (livePrices) => ({ walletState: [{ id: 1, livePrices }] }),
  outsideComparedAt: (value) => ({ walletState: [{ id: 1, readAt: Number(value) }] }),
  'last registration of an agent': (value) => ({ agentRegistration: [{ id: 1, registeredAt: Number(value) }] }),
  announcing: (release) => ({ announcedRelease: [{ id: 1, release }] }),
  receiptKeys: (value) => ({
    // The newest stands first, and only that one has a private key.
    signingKeys: (JSON.parse(value) as Row[]).toReversed().map(({ kid, createdAt, publicJwk, privateJwk }) => ({
      kid,
      createdAt,
      publicJwk: JSON.stringify(publicJwk),
      privateJwk: privateJwk ? JSON.stringify(privateJwk) : null,
      signs: privateJwk ? 1 : null,
    })),
  }),
  'fleet.unpurged': (value) => {
    const { since, paths } = JSON.parse(value) as { since: number; paths: string[] };
    return { unpurgedPaths: paths.map((path) => ({ path, changedAt: since })) };
  },
};

/** Reads the row of a fact whose name begins with the key; `rest` is what follows. */
const byPrefix: Record<string, (rest: string, value: string) => Rows> = {
  'requested.': (step, value) => ({ buildRequests: [{ step, requestedAt: Number(value) }] }),
  'told.': (key, value) => ({ sentNotices: [{ key, sentAt: Number(value) }] }),
  'wallet.': (walletId, sealed) => ({ walletSettings: [{ walletId, sealed }] }),
  'fleet.': (name, value) => ({ fleetPointers: [{ name, value }] }),
  'changelog.updated ': (version, value) => ({ announcedVersions: [{ version, announcedAt: Number(value) }] }),
  'kept form of ': (browser, value) => {
    const { action, params, form, at } = JSON.parse(value);
    const texts = { params: JSON.stringify(params), form: JSON.stringify(form) };
    return { formDrafts: [{ browser, action, ...texts, createdAt: at }] };
  },
  'machine.': (name, value) => {
    const { role, version, release, seenAt, startedAt, clockAheadMs, pool } = JSON.parse(value);
    const counts = { poolTotal: pool?.total, poolIdle: pool?.idle, poolWaiting: pool?.waiting };
    return { fleetMachines: [{ name, role, version, release, seenAt, startedAt, clockAheadMs, ...counts }] };
  },
};

/** Reads the row of a fact whose name ends with the key; `start` is what precedes it. */
const bySuffix: Record<string, (start: string, value: string) => Rows> = {
  '.running': (track, steps) => ({ buildRuns: [{ track, steps }] }),
  '.at': (step, value) => ({ buildSteps: [{ step, finishedAt: Number(value) }] }),
};

const secretNames = ['shareKey', 'console.key', 'accessSecret', 'privateFeeds'];

function readFact(name: string, value: string): Rows {
  if (secretNames.includes(name)) return { secrets: [{ name, value }] };
  if (Object.hasOwn(byName, name)) return byName[name]!(value);
  for (const [prefix, read] of Object.entries(byPrefix))
    if (name.startsWith(prefix)) return read(name.slice(prefix.length), value);
  for (const [suffix, read] of Object.entries(bySuffix))
    if (name.endsWith(suffix)) return read(name.slice(0, -suffix.length), value);
  return {};
}

const ref = (name: string) => sql.ref(name);

/** A table of one row gets its columns from several facts. */
async function insertRow(db: MigrationDb, table: string, row: Row): Promise<void> {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  const [[key]] = entries as [[string, unknown]];
  const updates = entries.slice(1).map(([name, value]) => sql`${ref(name)} = ${value}`);
  await sql`insert into ${sql.table(table)} (${sql.join(entries.map(([name]) => ref(name)))})
    values (${sql.join(entries.map(([, value]) => value))})
    on conflict (${ref(key)}) do update set ${sql.join(updates)}`.execute(db);
}

/** Called once the typed tables exist. */
export async function moveFacts(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ name: string; value: string }>`select name, value from facts order by name`.execute(db);
  for (const { name, value } of rows)
    for (const [table, list] of Object.entries(readFact(name, value)))
      for (const row of list) await insertRow(db, table, row);
}

// Replaces the table `facts`, which stored state as JSON by name, with typed tables. The rows of `facts` stay for the
// previous version; a later version drops the table.
import { sql } from 'kysely';
import { type MigrationDb, type Dialect, instant, serial } from './columns.ts';

type Columns = Record<string, 'text' | 'integer' | 'double precision' | typeof instant>;

/** The first column is the key; those in `optional` may be null. */
async function createTable(db: MigrationDb, name: string, columns: Columns, optional: string[] = []): Promise<void> {
  const [key] = Object.keys(columns);
  let table = db.schema.createTable(name);
  for (const [column, type] of Object.entries(columns))
    table = table.addColumn(column, type, (c) => {
      if (column === key) return c.primaryKey();
      return optional.includes(column) ? c : c.notNull();
    });
  await table.execute();
}

const id = 'integer';

async function createTables(db: MigrationDb): Promise<void> {
  await createTable(db, 'storeVersion', { id, version: 'text' });
  await createTable(db, 'storeChecks', { id, writtenAt: instant });
  await createTable(db, 'secrets', { name: 'text', value: 'text' });
  await createTable(db, 'buildRequests', { step: 'text', requestedAt: instant });
  await createTable(db, 'buildRuns', { track: 'text', steps: 'text' });
  await createTable(db, 'buildSteps', { step: 'text', finishedAt: instant });
  await createTable(db, 'buildFailures', { id, times: 'integer', failedAt: instant });
  const result = { id, ok: 'integer', output: 'text', finishedAt: instant, tookMs: instant } as const;
  await createTable(db, 'buildResults', result, ['tookMs']);
  await createTable(db, 'publishState', { id, failure: 'text' }, ['failure']);
  // File times have fractions.
  const content = { id, contentDigest: 'text', requestedChangeAt: 'double precision', feedsDigest: 'text' } as const;
  await createTable(db, 'contentState', content, ['contentDigest', 'requestedChangeAt', 'feedsDigest']);
  await createTable(db, 'failures', { source: 'text', failingSince: instant, reported: 'integer' });
  await createTable(db, 'sentNotices', { key: 'text', sentAt: instant });
  await createTable(db, 'formDrafts', {
    browser: 'text',
    action: 'text',
    params: 'text',
    form: 'text',
    createdAt: instant,
  });
}

async function createFeatureTables(db: MigrationDb, dialect: Dialect): Promise<void> {
  const wallet = { id, testedWallet: 'text', testedFacilitator: 'text', livePrices: 'text', readAt: instant } as const;
  await createTable(db, 'walletState', wallet, Object.keys(wallet));
  await createTable(db, 'walletSettings', { walletId: 'text', sealed: 'text' });
  await createTable(db, 'agentRegistration', { id, registeredAt: instant });
  await createTable(db, 'announcedRelease', { id, release: 'text' });
  await createTable(db, 'announcedVersions', { version: 'text', announcedAt: instant });
  await db.schema
    .createTable('signingKeys')
    .addColumn('number', serial(dialect))
    .addColumn('kid', 'text', (c) => c.notNull().unique())
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('publicJwk', 'text', (c) => c.notNull())
    .addColumn('privateJwk', 'text')
    .addColumn('signs', 'integer', (c) => c.unique())
    .execute();
  const machine = { name: 'text', role: 'text', version: 'text', release: 'text' } as const;
  const times = { seenAt: instant, startedAt: instant, clockAheadMs: instant } as const;
  const pool = { poolTotal: 'integer', poolIdle: 'integer', poolWaiting: 'integer' } as const;
  await createTable(db, 'fleetMachines', { ...machine, ...times, ...pool }, Object.keys(pool));
  await createTable(db, 'fleetPointers', { name: 'text', value: 'text' });
  await createTable(db, 'unpurgedPaths', { path: 'text', changedAt: instant });
}

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

export async function stateTables(db: MigrationDb, dialect: Dialect): Promise<void> {
  await createTables(db);
  await createFeatureTables(db, dialect);
  const { rows } = await sql<{ name: string; value: string }>`select name, value from facts order by name`.execute(db);
  for (const { name, value } of rows)
    for (const [table, list] of Object.entries(readFact(name, value)))
      for (const row of list) await insertRow(db, table, row);
}

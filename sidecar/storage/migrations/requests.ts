// Tables of requests of clients: bookings, agent tiers, guest kits.
import { type MigrationDb, instant } from './columns.ts';

export async function requests(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('bookings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('showName', 'text', (c) => c.notNull())
    .addColumn('showUrl', 'text')
    .addColumn('timeframe', 'text')
    .addColumn('message', 'text')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('reply', 'text')
    .addColumn('startsAt', instant)
    .addColumn('endsAt', instant)
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('updatedAt', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('agentTiers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('purpose', 'text')
    .addColumn('whyNoPayment', 'text')
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('revokedAt', instant)
    .execute();
  await db.schema
    .createTable('guestKits')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kit', 'text', (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .execute();
}

/** Creates the table of A2A tasks. */
export async function agentTasks(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('a2aTasks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('message', 'text', (c) => c.notNull().unique())
    .addColumn('contextId', 'text', (c) => c.notNull())
    .addColumn('skill', 'text', (c) => c.notNull())
    .addColumn('wish', 'text', (c) => c.notNull())
    .addColumn('bookingId', 'text')
    .addColumn('cancelledAt', instant)
    .addColumn('createdAt', instant, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('a2aTasks_age').on('a2aTasks').columns(['createdAt']).execute();
}

/** Adds an index by network, since each registration counts the tokens of its network. */
export async function agentNetworks(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('agentTiers').addColumn('network', 'text').execute();
  await db.schema.createIndex('agentTiers_of').on('agentTiers').columns(['network', 'createdAt']).execute();
}

/** Adds the agent that signed a request. */
export async function knownAgents(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('agent', 'text').execute();
  await db.schema.alterTable('subscriptions').addColumn('agent', 'text').execute();
}

/** Adds the requester, the kind of booking, and the times that either side offers. */
export async function bookingTimes(db: MigrationDb): Promise<void> {
  for (const name of ['kind', 'contactName', 'contactEmail', 'timeZone', 'proposedTimes', 'offers', 'answer'])
    await db.schema.alterTable('bookings').addColumn(name, 'text').execute();
}

// Access by payment or work: invoices and grants.
import { sql } from 'kysely';
import { type MigrationDb, instant } from './columns.ts';

/** Creates the tables of invoices and of the access that payment or work gave. */
export async function grants(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('invoices')
    .addColumn('tokenId', 'text', (c) => c.primaryKey())
    .addColumn('paymentHash', 'text', (c) => c.notNull().unique())
    .addColumn('resourceId', 'text', (c) => c.notNull())
    .addColumn('amountSats', 'integer', (c) => c.notNull())
    .addColumn('invoice', 'text', (c) => c.notNull())
    .addColumn('wallet', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('expiresAt', instant, (c) => c.notNull())
    .addColumn('nextLookupAt', instant, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('invoices_to_look_up').on('invoices').columns(['state', 'nextLookupAt']).execute();
  await db.schema
    .createTable('grants')
    .addColumn('tokenId', 'text', (c) => c.primaryKey())
    .addColumn('paymentHash', 'text', (c) => c.notNull().unique())
    .addColumn('preimage', 'text')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('resourceId', 'text', (c) => c.notNull())
    .addColumn('amountSats', 'integer', (c) => c.notNull())
    .addColumn('mintedAt', instant, (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('expiresAt', instant, (c) => c.notNull())
    .addColumn('claimedAt', instant)
    .addColumn('revokedAt', instant)
    .execute();
  await db.schema.createIndex('grants_newest').on('grants').columns(['createdAt', 'tokenId']).execute();
  await db.schema
    .createTable('developmentInvoices')
    .addColumn('paymentHash', 'text', (c) => c.primaryKey())
    .addColumn('preimage', 'text', (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .execute();
}

/** Adds the client of an invoice and the prices at the time of sale, which decide what a grant opens. */
export async function terms(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('client', 'text').execute();
  await db.schema.alterTable('invoices').addColumn('terms', 'text').execute();
  await db.schema.alterTable('grants').addColumn('terms', 'text').execute();
  await db.schema.createIndex('invoices_by_client').on('invoices').columns(['client', 'resourceId', 'state']).execute();
}

/** Adds the single purpose for which a grant was used. */
export async function uses(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('grants').addColumn('usedFor', 'text').execute();
  await db.schema.alterTable('transcribeJobs').addColumn('paidWith', 'text').execute();
}

/** Adds the number of jobs that use a grant. */
export async function usedBy(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('grants').addColumn('usedBy', 'integer').execute();
}

/** Adds the amount that the wallet received and its fee. */
export async function books(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('receivedMsat', 'bigint').execute();
  await db.schema.alterTable('invoices').addColumn('feeMsat', 'bigint').execute();
}

/** Adds the result of comparing the books with the wallet, and the comments of tips. */
export async function comparison(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('comparedAt', 'bigint').execute();
  await db.schema.alterTable('invoices').addColumn('difference', 'text').execute();
  await db.schema.alterTable('invoices').addColumn('comment', 'text').execute();
  await db.schema.createIndex('invoices_to_compare').on('invoices').columns(['comparedAt', 'createdAt']).execute();
}

/** Adds payments in USDC. */
export async function usdc(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('usdcMicros', 'bigint').execute();
}

/** Creates the table of payments that a wallet received without an invoice of this room. */
export async function outsidePayments(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('outsidePayments')
    .addColumn('paymentHash', 'text', (c) => c.primaryKey())
    .addColumn('wallet', 'text', (c) => c.notNull())
    .addColumn('amountMsat', 'bigint', (c) => c.notNull())
    .addColumn('receivedAt', instant, (c) => c.notNull())
    .execute();
}

/** Adds tips that Nostr events request. */
export async function zaps(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('zapRequest', 'text').execute();
  await db.schema.alterTable('invoices').addColumn('zapToldAt', 'bigint').execute();
  await db.schema
    .createIndex('invoices_of_zaps')
    .on('invoices')
    .column('zapToldAt')
    .where(sql.ref('zapRequest'), 'is not', null)
    .execute();
}

/** Adds the wallet that issued an invoice. */
export async function walletOfInvoices(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('walletId', 'text').execute();
  await db.schema
    .createIndex('invoices_of_wallets')
    .on('invoices')
    .column('walletId')
    .where(sql.ref('comparedAt'), 'is', null)
    .execute();
}

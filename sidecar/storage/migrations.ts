// The schema as a sequence of migrations. Each runs once, in order, in a transaction; a released migration is never
// edited. Migrations only add, so that the previous version keeps working on the new store, alongside the new version
// and after a rollback. A migration that removes something is separate, is released in a later version, and is named
// accordingly: 180-contract-old-prices.
import type { Migration } from 'kysely/migration';
import {
  books,
  comparison,
  grants,
  outsidePayments,
  terms,
  usdc,
  usedBy,
  uses,
  walletOfInvoices,
  zaps,
} from './migrations/access.ts';
import { bookkeeping, quickRates, sealedAnswers } from './migrations/bookkeeping.ts';
import { changes, releaseOrder, tombstones } from './migrations/changes.ts';
import type { Dialect } from './migrations/columns.ts';
import { consoleAccess, ledger, signIn } from './migrations/console.ts';
import { retentionIndexes, deliveries, events } from './migrations/events.ts';
import { lowerCase } from './migrations/letters.ts';
import { nexusCare, nexusTables, nexusTopicKeys } from './migrations/nexus.ts';
import { agentNetworks, agentTasks, bookingTimes, knownAgents, requests } from './migrations/requests.ts';
import { stateTables } from './migrations/state.ts';
import {
  recordingLimit,
  transcribeEpisodes,
  transcribePlaces,
  transcribeRequests,
  transcripts,
} from './migrations/transcription.ts';
import { work } from './migrations/work.ts';

/** Returns true for a migration that removes something: versions that do not know it cannot use the store. */
export const isContracting = (name: string): boolean => /^\d+-contract-/.test(name);

export const migrations = (dialect: Dialect): Record<string, Migration> => ({
  '001-requests': { up: requests },
  '002-events': { up: events },
  '003-deliveries': { up: (db) => deliveries(db, dialect) },
  '004-bookkeeping': { up: (db) => bookkeeping(db, dialect) },
  '010-sealed-answers': { up: sealedAnswers },
  '011-ageing': { up: retentionIndexes },
  '020-changes': { up: changes },
  '030-console': { up: consoleAccess },
  '031-sign-in': { up: signIn },
  '035-ledger': { up: ledger },
  '040-grants': { up: grants },
  '045-work': { up: work },
  '050-quick-rates': { up: (db) => quickRates(db, dialect) },
  '060-transcripts': { up: transcripts },
  '065-transcribe-places': { up: transcribePlaces },
  '070-nexus': { up: (db) => nexusTables(db, dialect) },
  '075-nexus-care': { up: nexusCare },
  '080-agent-networks': { up: agentNetworks },
  '085-release-order': { up: releaseOrder },
  '090-known-agents': { up: knownAgents },
  '095-agent-tasks': { up: agentTasks },
  '097-nexus-topic-keys': { up: nexusTopicKeys },
  '100-booking-times': { up: bookingTimes },
  '105-terms': { up: terms },
  '110-uses': { up: uses },
  '115-books': { up: books },
  '120-recording-limit': { up: recordingLimit },
  '125-transcribe-episodes': { up: transcribeEpisodes },
  '130-comparison': { up: comparison },
  '135-usdc': { up: usdc },
  '140-outside-payments': { up: outsidePayments },
  '150-zaps': { up: zaps },
  '155-wallet-of-invoices': { up: walletOfInvoices },
  '160-lower-case': { up: (db) => lowerCase(db, dialect) },
  '165-used-by': { up: usedBy },
  '167-transcribe-requests': { up: transcribeRequests },
  '168-tombstones': { up: tombstones },
  '170-state-tables': { up: (db) => stateTables(db, dialect) },
});

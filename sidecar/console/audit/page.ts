// Audit log: changes with their author and time, newest first.
import type { Selectable } from 'kysely';
import { listUndoableDecisions } from '../../content/undo.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { Db } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { createIdPager, queryNumber, pageSize, queryText } from '../listing.ts';
import type { ConsoleRequest, PageModel } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';

type AuditRow = Selectable<Tables['audit']>;

/** Paths below /console by the first word of the action. */
const pagesOf: Record<string, (row: AuditRow) => string> = {
  booking: ({ subject }) => `/bookings/${subject}`,
  subscription: ({ subject }) => `/subscriptions/${subject}`,
  delivery: ({ detail }) => `/subscriptions/${detail}`,
  agent: () => '/agents',
  host: () => '/directory?show=blocked',
  grant: () => '/income',
  work: () => '/work',
  password: () => '/account',
  passkey: () => '/account',
  item: ({ subject }) => `/items/${subject}`,
};

const names: Record<string, string> = {
  creator: 'you',
  asker: 'the requester',
  subscriber: 'the subscriber',
  room: 'the room',
};

/** Labels of actions whose stored names do not read as sentences. */
const actionLabels: Record<string, string> = {
  'agent.revoked': 'Agent token revoked',
  'booking.answered': 'Requester answered',
  'booking.asked': 'Booking requested',
  'booking.needs_info': 'Question sent about booking',
  'delivery.replayed': 'Delivery sent again',
  'grant.revoked': 'Token revoked',
  'item.reopened': 'Item returned to the inbox',
  'items.undone': 'Decision undone',
  'receipt-key.rotated': 'Receipt key replaced',
  'sign-in.failed': 'Sign-in failed',
  'subscription.replayed': 'Events sent again',
};

/** Returns the label of an action: `booking.confirmed` becomes `Booking confirmed`. */
function labelAction(action: string): string {
  const words = action.replace(/[._-]/g, ' ');
  return actionLabels[action] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}

const longestDetail = 300;

function toAuditEntry(row: AuditRow) {
  const { id, at, who, action, subject, detail } = row;
  const subjectPath = pagesOf[action.split('.')[0]!]?.(row);
  return {
    id,
    at,
    who: names[who] ?? who,
    action: labelAction(action),
    subject,
    /** Path of the subject's page below /console, if it has one. */
    subjectPath,
    ...(detail && { detail: strangerText(detail, longestDetail) }),
  };
}

export type AuditEntry = ReturnType<typeof toAuditEntry>;

interface DecisionQuery {
  subject?: string | undefined;
  /** Upper limit of the ids, exclusive, for the next page. */
  before?: number | undefined;
  limit: number;
}

/** Returns audit entries, newest first. */
export async function readDecisions(db: Db, { subject, before, limit }: DecisionQuery): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toAuditEntry);
}

export const loadDecisionsPage = async ({ store, desk }: ConsoleDeps, request: ConsoleRequest) => {
  const subject = queryText(request, 'subject');
  const before = queryNumber(request, 'before');
  const rows = await readDecisions(store.db, { subject, before, limit: pageSize + 1 });
  const decisions = rows.slice(0, pageSize);
  const oldest = rows.length > pageSize ? decisions.at(-1)!.id : undefined;
  return {
    decisions,
    subject: subject ?? '',
    /** Decisions that can be undone, newest first. */
    undo: subject === undefined && before === undefined ? await listUndoableDecisions(desk) : [],
    pager: createIdPager('/audit', { subject }, before === undefined, oldest),
  };
};

export type DecisionsModel = PageModel<typeof loadDecisionsPage>;

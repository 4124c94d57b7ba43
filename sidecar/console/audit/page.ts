// Audit log: changes with their author and time, newest first.
import type { Selectable } from 'kysely';
import type { AuditEntry, DecisionsModel } from './model.ts';
import { listUndoableDecisions } from '../../content/undo.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import type { Db } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { idPager, queryNumber, pageSize, queryText } from '../listing.ts';
import type { LoadPage } from '../page.ts';

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

/** Formats an action, for example `booking.needs_info` as `Booking needs info`. */
function inWords(action: string): string {
  const words = action.replace(/[._-]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const longestDetail = 300;

function toAuditEntry(row: AuditRow): AuditEntry {
  const { id, at, who, action, subject, detail } = row;
  const subjectPath = pagesOf[action.split('.')[0]!]?.(row);
  return {
    id,
    at,
    who: names[who] ?? who,
    action: inWords(action),
    subject,
    ...(subjectPath && { subjectPath }),
    ...(detail && { detail: strangerText(detail, longestDetail) }),
  };
}

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

export const decisionsPage: LoadPage<DecisionsModel> = async ({ store, desk }, request) => {
  const subject = queryText(request, 'subject');
  const before = queryNumber(request, 'before');
  const rows = await readDecisions(store.db, { subject, before, limit: pageSize + 1 });
  const decisions = rows.slice(0, pageSize);
  const oldest = rows.length > pageSize ? decisions.at(-1)!.id : undefined;
  return {
    decisions,
    subject: subject ?? '',
    undo: subject === undefined && before === undefined ? await listUndoableDecisions(desk) : [],
    pager: idPager('/audit', { subject }, before === undefined, oldest),
  };
};

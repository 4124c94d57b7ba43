// POST /api/guest-kit creates, stores and announces a kit; GET /api/guest-kit/{guestKitId} returns it again.
import { v7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import type { GuestKit, GuestKitRequest } from '#contract/schemas/guest-kit.ts';
import type { EventPayloads } from '#contract/schemas/webhooks.ts';
import { priceSats } from '#domain/access/access.ts';
import { renderGuestKitMarkdown } from './guest-kit-markdown.ts';
import { guestKit as make } from '#domain/documents/guest-kit.ts';
import { translatorFor } from '#domain/messages/messages.ts';
import { isoTime } from '#domain/instants.ts';
import { type Answer, json, type Handler } from '../../http/handler.ts';
import { preferredForm } from '../../http/media-type.ts';
import type { Release } from '../../release/release.ts';
import { countFreeItems } from '../../release/search.ts';
import { selectTopDots } from '../../release/top-dots.ts';
import type { Db, Tx } from '../../storage/store.ts';

/** Writes an event to the outbox within the transaction of its cause; adds `event`, `type` and `timestamp`. */
export type Emit = (
  tx: Tx,
  type: 'guest_kit.generated',
  payload: EventPayloads['guest_kit.generated'],
  now: number,
) => Promise<void>;

const forms = { json: 'application/json', markdown: 'text/markdown', pdf: 'application/pdf' };

function answer(kit: GuestKit, form: keyof typeof forms, { facts }: Release): Answer {
  if (form === 'markdown')
    return {
      body: renderGuestKitMarkdown(kit, translatorFor(facts.creator.language)),
      type: `${forms.markdown}; charset=utf-8`,
    };
  return form === 'pdf' ? { ...json<'guestKit'>(kit), type: forms.pdf, rendered: 'guestKitPdf' } : json(kit);
}

const topDotsAtMost = 8;

/** Returns the limit of items for free kits; a paid kit uses all items. */
const newestFor = (release: Release): number | undefined =>
  priceSats(release.facts.access, 'guest-kit') === undefined ? countFreeItems(release) : undefined;

interface Desk {
  db: Tx;
  release: Release;
  now: number;
  emit: Emit;
}

/** Creates, stores and announces a kit. */
export async function makeGuestKit(body: GuestKitRequest, { db, release, now, emit }: Desk): Promise<GuestKit> {
  const identity = { id: v7(), at: isoTime(now) };
  const subject = { topic: body.topic?.trim(), names: [body.showName, body.showUrl] };
  const selection = selectTopDots(release, subject, topDotsAtMost, newestFor(release));
  const kit = make(release.facts, selection, body, identity);
  const { guestKitId, showName, showUrl, topic, url, generatedAt } = kit;
  await db
    .insertInto('guestKits')
    .values({ id: guestKitId, kit: JSON.stringify(kit), createdAt: now })
    .execute();
  const show = { showName, ...(showUrl && { showUrl }), ...(topic && { topic }) };
  await emit(db, 'guest_kit.generated', { guestKitId, ...show, url, generatedAt }, now);
  return kit;
}

export const findGuestKit = async (db: Db, id: string): Promise<GuestKit | undefined> => {
  const row = await db.selectFrom('guestKits').select('kit').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.kit) as GuestKit);
};

export const guestKit =
  (emit: Emit): Handler<'guestKit'> =>
  async ({ body }, { db, release, now }) => {
    const kit = await makeGuestKit(body, { db, release, now, emit });
    return { ...answer(kit, body.format ?? 'json', release), headers: { 'Content-Location': kit.url } };
  };

export const guestKitAgain: Handler<'guestKitAgain'> = async ({ params, query }, { db, accept, release }) => {
  const { format = preferredForm(accept, forms) } = query;
  const kit = await findGuestKit(db, params.guestKitId);
  if (!kit)
    throw new ApiError('not_found', `There is no guest kit ${params.guestKitId}. Create one with POST /api/guest-kit.`);
  return { ...answer(kit, format, release), headers: { Vary: 'Accept' } };
};

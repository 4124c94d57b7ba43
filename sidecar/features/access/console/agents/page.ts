// Lists registered agents and revokes their tokens.
import { ApiError } from '#contract/errors.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import * as tiers from '../../agent-tiers.ts';
import { createNumberedPager, queryPage, pageSize } from '#sidecar/console/listing.ts';
import { type RunAction, type LoadPage, consoleActor } from '#sidecar/console/page.ts';

const cleanText = (text: string | null, maxLength: number) => text && strangerText(text, maxLength);

export const loadAgentsPage = (async ({ store }, request) => {
  const page = queryPage(request);
  const registrations = await tiers.listAgents(store.db, pageSize + 1, (page - 1) * pageSize);
  const rows = registrations.slice(0, pageSize).map(({ name, purpose, whyNoPayment, ...row }) => ({
    ...row,
    name: cleanText(name, 200),
    purpose: cleanText(purpose, 2000),
    whyNoPayment: cleanText(whyNoPayment, 2000),
  }));
  return { rows, pager: createNumberedPager('/agents', {}, page, registrations.length > pageSize) };
}) satisfies LoadPage;

/** Revokes a token. It cannot be restored. */
export const revokeAgent: RunAction = async ({ store, now }, _, { params }) => {
  const outcome = await tiers.revokeAgent(store.db, params.id!, consoleActor, now());
  if (outcome === 'unknown') throw new ApiError('not_found', 'This registration does not exist.');
  return { to: '/agents', notice: 'agentRevoked' };
};

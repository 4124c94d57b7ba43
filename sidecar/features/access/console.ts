// Prices, income and registered agents in the console.
import { tipResource } from '#domain/access/tips.ts';
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import { successNotice } from '../../console/notices.ts';
import type { ConsoleDeps } from '../../console/deps.ts';
import { hitExcerpt, toHitPage, hitTitle, type SearchKind, totalRows } from '../../console/search/hits.ts';
import type { PageSection } from '../../console/ui/section.ts';
import type { ConsoleTranslate } from '../../console/messages/messages.ts';
import { containsWords } from '../../storage/contains-words.ts';
import { loadAgentsPage, revokeAgent } from './console/agents/page.ts';
import { loadIncomePage, revokeToken } from './console/income/page.ts';
import { renderPaymentsCsv } from './console/income/payments-csv.ts';
import { findIncomeProblem } from './console/income-problem.ts';
import { describeAccess } from './console/prices/describe-access.ts';
import { loadPricesPage } from './console/prices/page.ts';
import type { Access } from './open.ts';

const isPriced = ({ live }: ConsoleDeps): boolean => live().facts.access.enabled;

async function renderSettingsSections({ live }: ConsoleDeps, t: ConsoleTranslate): Promise<PageSection[]> {
  const href = `${consolePath}/room/access`;
  return [
    {
      id: 'access',
      title: t('Paid content'),
      order: 20,
      paragraphs: [
        ...describeAccess(live(), t).map((text) => ({ text })),
        { text: t('These rules are live. [Change them]'), href, isQuiet: true },
      ],
    },
  ];
}

const findAgents: SearchKind['find'] = async ({ store: { db } }, words, { limit, offset }) =>
  toHitPage(
    await db
      .selectFrom('agentTiers')
      .select(['id', 'name', 'purpose', 'whyNoPayment', 'createdAt', 'revokedAt', totalRows])
      .where(containsWords(words, ['id', 'name', 'purpose', 'whyNoPayment']))
      .orderBy('createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ id, name, purpose, whyNoPayment, createdAt, revokedAt }) => ({
      title: hitTitle(name) || id,
      href: `${consolePath}/agents#agent-${id}`,
      ...(revokedAt !== null && { state: { label: 'Revoked', tone: 'over' } }),
      ...hitExcerpt(purpose, whyNoPayment),
      at: Number(createdAt),
    }),
  );

const findTips: SearchKind['find'] = async ({ store: { db } }, words, { limit, offset }) =>
  toHitPage(
    await db
      .selectFrom('grants')
      .innerJoin('invoices', 'invoices.tokenId', 'grants.tokenId')
      .select(['grants.createdAt', 'grants.amountSats', 'invoices.comment', totalRows])
      .where('grants.resourceId', '=', tipResource)
      .where('invoices.comment', 'is not', null)
      .where(containsWords(words, ['invoices.comment']))
      .orderBy('grants.createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ createdAt, comment }) => ({
      title: hitTitle(comment),
      href: `${consolePath}/income#tips`,
      at: Number(createdAt),
    }),
  );

export const accessConsole = ({ wallet }: Pick<Access, 'wallet'>): ConsoleContribution => ({
  pages: [
    {
      view: 'agents',
      section: { group: 'Access', label: 'Agents', order: 41 },
      pages: { '/agents': loadAgentsPage },
      actions: { '/agents/:id/revoke': revokeAgent },
    },
    {
      view: 'prices',
      section: { group: 'Access', label: 'Prices', order: 40, isUsed: isPriced },
      pages: { '/prices': loadPricesPage },
    },
    {
      view: 'income',
      section: { group: 'Statistics', label: 'Income', order: 61, isUsed: isPriced },
      pages: { '/income': loadIncomePage },
      filters: ['show'],
      actions: { '/income/:id/revoke': revokeToken },
      files: { '/income/payments.csv': renderPaymentsCsv },
    },
  ],
  sections: { settings: renderSettingsSections },
  searchKinds: [
    { name: 'agents', label: 'Agents', order: 50, find: findAgents },
    { name: 'tips', label: 'Tips', order: 80, find: findTips },
  ],
  findProblem: async (deps, t) => {
    const text = await findIncomeProblem({ ...deps, wallet }, t);
    return text === undefined
      ? undefined
      : { text, link: { label: 'Change the prices', href: `${consolePath}/room/access` } };
  },
  notices: {
    agentRevoked: successNotice('Registration revoked. Its token no longer works.'),
    tokenRevoked: successNotice('Token revoked.'),
  },
});

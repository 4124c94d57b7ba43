// Shows the saved prices, the live prices, and what visitors see before they pay.
import { AccessFile } from '#contract/schemas/content-files.ts';
import { errorKinds } from '#contract/errors.ts';
import { articleResource, isPriced, listOffers, pricedResources } from '#domain/access/access.ts';
import { readPath } from '#domain/live-pages.ts';
import { resourceTitle } from '../resource-title.ts';
import { priceText } from '../../read-page.ts';
import { describeAccess } from './describe-access.ts';
import type { Release } from '#sidecar/release/release.ts';
import { readContentFile } from '#sidecar/console/content/content-file.ts';
import type { ConsoleTranslate } from '#sidecar/console/messages/messages.ts';
import type { LoadPage } from '#sidecar/console/page.ts';

/** Preview of a resource for visitors who have not paid. */
interface Preview {
  title: string;
  /** Path of the payment page. */
  personPath: string;
  /** Price as the payment page shows it. */
  personPrice: string;
  /** JSON of the 402 response without the invoice. */
  agentResponse: string;
}

function createPreview(release: Release, resourceId: string, t: ConsoleTranslate): Preview {
  const { access } = release.facts;
  const offers = listOffers(access, resourceId);
  const { amountSats } = offers[0]!;
  const error = {
    code: errorKinds.payment_required.code,
    message: `${resourceId} requires payment: ${amountSats} sats.`,
  };
  return {
    title: resourceTitle(release, resourceId, t),
    personPath: readPath(resourceId),
    personPrice: priceText(release, amountSats),
    agentResponse: JSON.stringify({ error: { ...error, details: { resourceId, amountSats } }, offers }, null, 2),
  };
}

/** Creates previews of one article as an example and of all other resources with a price. */
function createPreviews(release: Release, t: ConsoleTranslate): Preview[] {
  const { access } = release.facts;
  const [article] = release.index.items.where((item) => isPriced(access, item), 1);
  const resourceIds = pricedResources(access).map(({ resourceId }) => resourceId);
  return [...(article ? [articleResource(article.id)] : []), ...resourceIds].map((id) => createPreview(release, id, t));
}

export const loadPricesPage = (async ({ desk, live }, { t }) => {
  const { access } = live().facts;
  const { value, problems } = await readContentFile(desk, 'access.json', AccessFile);
  return {
    problems,
    sentences: value?.enabled && !access.enabled ? [t('None of your prices is live yet.')] : describeAccess(live(), t),
    previews: createPreviews(live(), t),
  };
}) satisfies LoadPage;

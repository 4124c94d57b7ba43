// The policy of access: what access.json says, what of it is live, and what each thing costs.
import { AccessFile } from '#contract/schemas/content-files.ts';
import { errorKinds } from '#contract/errors.ts';
import {
  articlePriceSats,
  articleResource,
  fiatText,
  freeItems,
  isPriced,
  listOffers,
  offersWork,
  pricedResources,
  type PricedOffer,
} from '#domain/access/access.ts';
import { readPath } from '#domain/live-pages.ts';
import { canonicalLocale, translatorFor } from '#domain/messages/messages.ts';
import { describeAccess } from './describe-access.ts';
import { findItem, type Release } from '#sidecar/release/release.ts';
import { readContentFile } from '#sidecar/console/content/content-file.ts';
import type { LoadPage } from '#sidecar/console/page.ts';

/** What is met by who did not pay. */
interface Preview {
  resourceId: string;
  /** The page where a person pays. */
  personPath: string;
  /** The price as the page for people shows it. */
  personPrice: string;
  /** JSON: what the 402 says, without the invoice. */
  agentSees: string;
}

export interface PricesModel {
  /** As it stands in the file; undefined where there is none, or it cannot be read. */
  written?: string;
  problems: string[];
  /** What is live, in words. */
  says: string[];
  offers: PricedOffer[];
  /** Single articles that have a price of their own. */
  articles: { id: string; title: string; amountSats: number }[];
  previews: Preview[];
  isEnabled: boolean;
  takesWork: boolean;
  freeItems: number;
}

/** Whatever has a price of its own, also where it has no page any more. */
function listPricedArticles(release: Release): PricesModel['articles'] {
  const { access } = release.facts;
  return Object.keys(access.prices ?? {})
    .flatMap((name) => /^article:(.+)$/.exec(name)?.[1] ?? [])
    .map((id) => ({ id, title: findItem(release, id)?.title ?? id, amountSats: articlePriceSats(access, id) ?? 0 }));
}

function createPreview({ facts: { access, creator } }: Release, resourceId: string): Preview {
  const offers = listOffers(access, resourceId);
  const { amountSats } = offers[0]!;
  const locale = canonicalLocale(creator.language);
  const sats = translatorFor(creator.language)('item.sats', {
    count: new Intl.NumberFormat(locale).format(amountSats),
  });
  const fiat = fiatText(access, amountSats, locale);
  const error = {
    code: errorKinds.payment_required.code,
    message: `${resourceId} requires payment: ${amountSats} sats.`,
  };
  return {
    resourceId,
    personPath: readPath(resourceId),
    personPrice: fiat ? `${sats} (${fiat})` : sats,
    agentSees: JSON.stringify({ error: { ...error, details: { resourceId, amountSats } }, offers }, null, 2),
  };
}

/** Of everything that is sold as a whole, and of one article as an example. */
function createPreviews(release: Release): Preview[] {
  const { access } = release.facts;
  const [article] = release.index.items.where((item) => isPriced(access, item), 1);
  const sold = pricedResources(access).map(({ resourceId }) => resourceId);
  return [...(article ? [articleResource(article.id)] : []), ...sold].map((one) => createPreview(release, one));
}

export const pricesPage: LoadPage<PricesModel> = async ({ desk, live }, { t }) => {
  const { access } = live().facts;
  const { value, problems } = await readContentFile(desk, 'access.json', AccessFile);
  return {
    ...(value !== undefined && { written: JSON.stringify(value, null, 2) }),
    problems,
    says: value?.enabled && !access.enabled ? [t('None of your prices is live yet.')] : describeAccess(access, t),
    offers: pricedResources(access),
    articles: access.enabled ? listPricedArticles(live()) : [],
    previews: createPreviews(live()),
    isEnabled: access.enabled,
    takesWork: offersWork(access),
    freeItems: freeItems(access),
  };
};

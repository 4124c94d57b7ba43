// GET /read: people pay for a text and read it, with or without scripts. A cookie holds the payment in this browser, a link in any other.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { errorKinds } from '#contract/errors.ts';
import type { PaymentContext } from '#contract/schemas/payment.ts';
import { articleIdOfResource, dayPass, perMinute, priceSats } from '#domain/access/access.ts';
import { type TipRequest, tipResource, lightningAddress, tipLimits } from '#domain/access/tips.ts';
import { sha256 } from '#domain/ids.ts';
import { dayMs } from '#domain/instants.ts';
import { pageHeaders } from '#domain/release/headers.ts';
import { readPage, readPath } from '#domain/live-pages.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { readTip } from './read-tip.ts';
import { answerTranscribe, type CallAs, toTranscribeRequest, readTranscribeFields } from './read-transcript.ts';
import type { ReaderPayments } from './reader-payments.ts';
import type { Release } from '../../release/release.ts';
import { admitPageRequest, type PageDeps, addReadRoute } from '../../http/answer-page.ts';
import { readQuery } from '../../http/forms.ts';
import { toExpectedError, createRetryHeader } from '../../http/errors.ts';
import { FieldError, formatMistake } from '../../http/form-mistakes.ts';
import { htmlType, createTranslator, fillBuiltPage } from '../../http/page.ts';
import { newToken } from '../../storage/tokens.ts';
import type { OpenTip } from './tips.ts';
import { invoicePage, purchasePage, readProblemPage, paidTextPage } from './read-page.ts';
import { usageKey } from './uses.ts';

const renderTipPage = (release: Release, html: string[]): Promise<string> => {
  const title = createTranslator(release)('tip.title', { title: release.facts.creator.name });
  const all = [`<h1>${escapeMarkup(title)}</h1>`, ...html].filter(Boolean).join('\n');
  return fillBuiltPage(release, { path: readPage.path, id: readPage.frame, html: all });
};

/** `number` tells this tip from others of the same amount. */
function tipForm(release: Release, number: string, problem?: string): Promise<string> {
  const t = createTranslator(release);
  const address = escapeMarkup(lightningAddress(release.facts)!);
  const { leastSats, mostSats, commentLength } = tipLimits;
  return renderTipPage(release, [
    problem ? `<p class="notice" role="alert">${escapeMarkup(problem)}</p>` : '',
    `<p>${t('tip.address')}: <a href="lightning:${address}"><code>${address}</code></a></p>`,
    `<form method="get" action="${readPage.path}"><input type="hidden" name="for" value="${tipResource}">` +
      `<input type="hidden" name="number" value="${number}">`,
    `<p class="field"><label for="sats">${t('tip.amount')}</label> <input id="sats" name="sats" type="number" min="${leastSats}" max="${mostSats}" value="1000" required></p>`,
    `<p class="field"><label for="comment">${t('tip.message')}</label> <input id="comment" name="comment" maxlength="${commentLength}"></p>`,
    `<p><button class="button">${t('pay.go')}</button></p></form>`,
  ]);
}

const thanksPage = (release: Release): Promise<string> =>
  renderTipPage(release, [`<p class="notice" role="status">${createTranslator(release)('tip.thanks')}</p>`]);

/** A payment is a secret that stands in the address of the link to keep. */
const headers = {
  ...pageHeaders,
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

const paymentCookie = (resourceId: string): string => `paid-${sha256(resourceId).slice(0, 12)}`;

const readCookie = ({ headers: sent }: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|; *)${name}=([\\w-]{1,200})`).exec(sent.cookie ?? '')?.[1];

/** Longer than what is bought lasts, even if the wallet reports the payment late. */
const cookieSeconds = (7 * dayMs) / 1000;

const formatCookie = ({ facts }: Release, name: string, value: string): string =>
  `${name}=${value}; Path=${readPage.path}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax` +
  (facts.baseUrl.startsWith('https:') ? '; Secure' : '');

const maxBrowserIds = 5;

/** The names that this browser was given. It has several if it opened its first pages at the same time. */
const readBrowserIds = ({ headers: sent }: FastifyRequest): { name: string; reader: string }[] =>
  [...(sent.cookie ?? '').matchAll(/(?:^|; *)(reader(?:-[\w-]{6})?)=([\w-]{1,200})/g)]
    .map(([, name, reader]) => ({ name: name!, reader: reader! }))
    .slice(0, maxBrowserIds);

const browserClient = (reader: string): string => `browser ${sha256(reader)}`;
const readBrowserClients = (request: FastifyRequest): string[] =>
  readBrowserIds(request).map(({ reader }) => browserClient(reader));

function newBrowserId(): { name: string; reader: string } {
  const reader = newToken();
  return { name: `reader-${reader.slice(0, 6)}`, reader };
}

function findPricedResource({ facts, pages }: Release, resourceId: string): string | undefined {
  const id = articleIdOfResource(resourceId);
  const isThere = id === undefined || pages.has(endpoints.article.http.path.replace('{id}', id));
  return isThere && priceSats(facts.access, resourceId) !== undefined ? resourceId : undefined;
}

const readMinutes = (wanted: PageRequest['wanted']): number | undefined => Number(wanted?.maxMinutes) || undefined;

interface PageRequest {
  release: Release;
  resourceId: string;
  /** What else the visitor asked for. */
  wanted?: Record<string, string>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The invoice of a browser is its own: neighbours at one address do not read what another paid for. */
async function sendInvoice(
  reading: ReaderPayments,
  { release, resourceId, request, reply, wanted }: PageRequest,
  payment?: string,
) {
  // An invoice that nobody is shown would only take another's place.
  if (request.method === 'HEAD') return reply.send();
  const { name, reader } = readBrowserIds(request)[0] ?? newBrowserId();
  reply.header('Set-Cookie', formatCookie(release, name, reader));
  const client = browserClient(reader);
  const same = payment && (await reading.renew(release.facts, payment, client));
  if (same === 'already_paid') return reply.redirect(readPath(resourceId, payment, wanted), 303);
  const context =
    typeof same === 'object'
      ? same
      : await reading.request(release.facts, { resourceId, minutes: readMinutes(wanted), client });
  if (typeof context === 'string') return reply.code(404).send(await readProblemPage(release, 'pay.none'));
  return reply.send(
    await invoicePage(release, resourceId, context satisfies PaymentContext, payment !== undefined, wanted),
  );
}

/** Shows what a payment opened. */
async function sendPurchase(reading: ReaderPayments, { release, resourceId, reply }: PageRequest, payment: string) {
  if (articleIdOfResource(resourceId) !== undefined)
    return reply.send(await paidTextPage(release, resourceId, payment));
  const token = resourceId === dayPass ? undefined : await reading.token(release.facts, payment);
  return reply.send(await purchasePage(release, resourceId, payment, token));
}

async function answerRead(
  reading: ReaderPayments,
  asked: PageRequest,
  payment: string | undefined,
): Promise<FastifyReply> {
  const { release, resourceId, request, reply } = asked;
  if (payment !== undefined) {
    const found = await reading.check(release.facts, payment, resourceId);
    if (found === 'opens') {
      reply.header('Set-Cookie', formatCookie(release, paymentCookie(resourceId), payment));
      return reply.redirect(readPath(resourceId), 303);
    }
    if (found === 'unpaid') return sendInvoice(reading, asked, payment);
    return reply.code(404).send(await readProblemPage(release, 'pay.lost'));
  }
  for (const one of [resourceId, ...(articleIdOfResource(resourceId) === undefined ? [] : [dayPass])]) {
    const held = readCookie(request, paymentCookie(one));
    if (held && (await reading.check(release.facts, held, resourceId)) === 'opens')
      return sendPurchase(reading, asked, held);
  }
  const bought = await reading.find(release.facts, readBrowserClients(request), { resourceId });
  return bought === undefined ? sendInvoice(reading, asked) : sendPurchase(reading, asked, bought);
}

async function sendTranscript(deps: ReadDeps, asked: PageRequest, query: URLSearchParams): Promise<FastifyReply> {
  const { release, resourceId, request, reply } = asked;
  const { reading, callAs } = deps;
  const said = query.get('payment') ?? undefined;
  const wanted = readTranscribeFields(query);
  const find = () =>
    reading.find(release.facts, readBrowserClients(request), {
      resourceId,
      usedFor: usageKey(endpoints.transcribe, { body: toTranscribeRequest(wanted) }),
      minutes: readMinutes(wanted),
    });
  const payment = said ?? (await find()) ?? readCookie(request, paymentCookie(resourceId));
  const token = payment && (await reading.token(release.facts, payment));
  if (said && token) reply.header('Set-Cookie', formatCookie(release, paymentCookie(resourceId), said));
  // A payment that was used is over: the next invoice is a new one.
  const sell = (wanted: Record<string, string>) =>
    sendInvoice(reading, { ...asked, wanted }, said && !token ? said : undefined);
  return answerTranscribe(callAs, { release, request, reply, query, payment, token, sell });
}

function parseTip(query: URLSearchParams): TipRequest | FieldError {
  try {
    return readTip(query);
  } catch (error) {
    if (error instanceof FieldError) return error;
    throw error;
  }
}

/** Names one tip of a browser: the form gives each a number, so that the same amount can be given again. */
const tipClient = (reader: string, query: URLSearchParams): string =>
  browserClient(JSON.stringify([reader, ...['sats', 'comment', 'number'].map((name) => query.get(name))]));

/** A form, then the invoice; thanks where it is paid, also if the page is loaded again. */
async function sendTip(
  { openTip, reading }: ReadDeps,
  { release, request, reply }: PageRequest,
  query: URLSearchParams,
) {
  const payment = query.get('payment') ?? undefined;
  if (payment !== undefined) {
    const found = await reading.check(release.facts, payment, tipResource);
    if (found === 'opens') return reply.send(await thanksPage(release));
    if (found !== 'unpaid') return reply.code(404).send(await readProblemPage(release, 'pay.lost'));
    const open = await reading.renew(release.facts, payment, request.ip);
    const isOpen = typeof open === 'object';
    return reply.send(
      await (isOpen ? invoicePage(release, tipResource, open, true) : readProblemPage(release, 'pay.notYet')),
    );
  }
  if (!query.get('sats')) return reply.send(await tipForm(release, newToken()));
  const comment = query.get('comment') ?? '';
  const tip = parseTip(new URLSearchParams({ amount: `${query.get('sats')}000`, comment }));
  if (tip instanceof FieldError)
    return reply.code(400).send(await tipForm(release, newToken(), formatMistake(createTranslator(release), tip)));
  if (request.method === 'HEAD') return reply.send();
  const clients = readBrowserIds(request).map(({ reader }) => tipClient(reader, query));
  const given = await reading.find(release.facts, clients, { resourceId: tipResource });
  if (given !== undefined) return reply.send(await thanksPage(release));
  const { name, reader } = readBrowserIds(request)[0] ?? newBrowserId();
  reply.header('Set-Cookie', formatCookie(release, name, reader));
  const invoice = await openTip(
    { ...tip, client: tipClient(reader, query) },
    `For ${release.facts.creator.name}`,
    false,
  );
  return reply.send(await invoicePage(release, tipResource, await reading.context(invoice), false));
}

export interface ReadDeps extends PageDeps {
  openTip: OpenTip;
  reading: ReaderPayments;
  callAs: CallAs;
}

export function addReadPage(app: FastifyInstance, deps: ReadDeps): void {
  const { rate } = endpoints.l402PaymentRequest.access;
  addReadRoute(app, readPage.path, async (request, reply) => {
    const release = deps.live();
    const query = readQuery(request);
    const [chosen, payment] = [query.get('for') ?? '', query.get('payment') ?? undefined];
    reply.headers(headers).type(htmlType);
    try {
      await admitPageRequest({ http: { path: readPage.path }, access: { rate } }, deps, request, reply);
      if (chosen === tipResource && release.facts.access.tips)
        return await sendTip(deps, { release, resourceId: chosen, request, reply }, query);
      const resourceId = findPricedResource(release, chosen);
      if (resourceId === undefined) return await reply.code(404).send(await readProblemPage(release, 'pay.none'));
      if (resourceId === perMinute) return await sendTranscript(deps, { release, resourceId, request, reply }, query);
      return await answerRead(deps.reading, { release, resourceId, request, reply }, payment);
    } catch (error) {
      const known = toExpectedError(error);
      if (!known) throw error;
      const isDown = known.kind === 'internal_error';
      return reply
        .headers({ ...createRetryHeader(known), ...known.extras?.headers })
        .code(isDown ? 503 : errorKinds[known.kind].status)
        .send(await readProblemPage(release, isDown ? 'pay.down' : 'busy'));
    }
  });
}

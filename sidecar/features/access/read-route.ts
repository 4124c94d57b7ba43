// GET /read: people pay for a text and read it, without scripts. A cookie or a link gives access to the payment.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { errorKinds } from '#contract/errors.ts';
import type { PaymentContext } from '#contract/schemas/payment.ts';
import { articleIdOfResource, dayPass, perMinute, priceSats } from '#domain/access/access.ts';
import { type TipRequest, tipResource, lightningAddress, tipLimits } from '#domain/access/tips.ts';
import { sha256 } from '#domain/ids.ts';
import { dayMs } from '#domain/instants.ts';
import { privatePageHeaders } from '#domain/release/headers.ts';
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
import { htmlType, createTranslator } from '../../http/page.ts';
import { newToken } from '../../storage/tokens.ts';
import type { OpenTip } from './tips.ts';
import { invoicePage, purchasePage, readProblemPage, renderPaidTextPage, renderResourcePage } from './read-page.ts';
import { usageKey } from './uses.ts';

/** Renders the form for a tip. `number` distinguishes tips of the same amount. */
function renderTipForm(release: Release, number: string, problem?: string): Promise<string> {
  const t = createTranslator(release);
  const address = escapeMarkup(lightningAddress(release.facts)!);
  const { leastSats, mostSats, commentLength } = tipLimits;
  return renderResourcePage(release, tipResource, [
    problem ? `<p class="notice" role="alert">${escapeMarkup(problem)}</p>` : '',
    `<p>${t('tip.address')}: <a href="lightning:${address}"><code>${address}</code></a></p>`,
    `<form method="get" action="${readPage.path}"><input type="hidden" name="for" value="${tipResource}">` +
      `<input type="hidden" name="number" value="${number}">`,
    `<p class="field"><label for="sats">${t('tip.amount')}</label> <input id="sats" name="sats" type="number" min="${leastSats}" max="${mostSats}" value="1000" required></p>`,
    `<p class="field"><label for="comment">${t('tip.message')}</label> <input id="comment" name="comment" maxlength="${commentLength}"></p>`,
    `<p><button class="button">${t('pay.go')}</button></p></form>`,
  ]);
}

const renderThanksPage = (release: Release): Promise<string> =>
  renderResourcePage(release, tipResource, [
    `<p class="notice" role="status">${createTranslator(release)('tip.thanks')}</p>`,
  ]);

const paymentCookie = (resourceId: string): string => `paid-${sha256(resourceId).slice(0, 12)}`;

const readCookie = ({ headers: sent }: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|; *)${name}=([\\w-]{1,200})`).exec(sent.cookie ?? '')?.[1];

/** Lifetime of cookies. It exceeds the time of access, even if the wallet reports a payment late. */
const cookieSeconds = (7 * dayMs) / 1000;

const formatCookie = ({ facts }: Release, name: string, value: string): string =>
  `${name}=${value}; Path=${readPage.path}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax` +
  (facts.baseUrl.startsWith('https:') ? '; Secure' : '');

const maxBrowserIds = 5;

/** Reads the ids of this browser. It has several if it opened its first pages concurrently. */
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

const readMinutes = (fields: PageRequest['fields']): number | undefined => Number(fields?.maxMinutes) || undefined;

interface PageRequest {
  release: Release;
  resourceId: string;
  /** Further fields of the form. */
  fields?: Record<string, string>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends an invoice for this browser only, since other visitors may share its address. */
async function sendInvoice(
  reading: ReaderPayments,
  { release, resourceId, request, reply, fields }: PageRequest,
  payment?: string,
) {
  // HEAD opens no invoice, because nobody would see it.
  if (request.method === 'HEAD') return reply.send();
  const { name, reader } = readBrowserIds(request)[0] ?? newBrowserId();
  reply.header('Set-Cookie', formatCookie(release, name, reader));
  const client = browserClient(reader);
  const renewed = payment && (await reading.renew(release.facts, payment, client));
  if (renewed === 'already_paid') return reply.redirect(readPath(resourceId, payment, fields), 303);
  const context =
    typeof renewed === 'object'
      ? renewed
      : await reading.request(release.facts, { resourceId, minutes: readMinutes(fields), client });
  if (typeof context === 'string') return reply.code(404).send(await readProblemPage(release, 'pay.none'));
  return reply.send(
    await invoicePage(release, resourceId, context satisfies PaymentContext, payment !== undefined, fields),
  );
}

/** Sends the resource that was paid for. */
async function sendPurchase(reading: ReaderPayments, { release, resourceId, reply }: PageRequest, payment: string) {
  if (articleIdOfResource(resourceId) !== undefined)
    return reply.send(await renderPaidTextPage(release, resourceId, payment));
  const token = resourceId === dayPass ? undefined : await reading.token(release.facts, payment);
  return reply.send(await purchasePage(release, resourceId, payment, token));
}

async function answerRead(
  reading: ReaderPayments,
  pageRequest: PageRequest,
  payment: string | undefined,
): Promise<FastifyReply> {
  const { release, resourceId, request, reply } = pageRequest;
  if (payment !== undefined) {
    const result = await reading.check(release.facts, payment, resourceId);
    if (result === 'opens') {
      reply.header('Set-Cookie', formatCookie(release, paymentCookie(resourceId), payment));
      return reply.redirect(readPath(resourceId), 303);
    }
    if (result === 'unpaid') return sendInvoice(reading, pageRequest, payment);
    return reply.code(404).send(await readProblemPage(release, 'pay.lost'));
  }
  for (const id of [resourceId, ...(articleIdOfResource(resourceId) === undefined ? [] : [dayPass])]) {
    const storedToken = readCookie(request, paymentCookie(id));
    if (storedToken && (await reading.check(release.facts, storedToken, resourceId)) === 'opens')
      return sendPurchase(reading, pageRequest, storedToken);
  }
  const bought = await reading.find(release.facts, readBrowserClients(request), { resourceId });
  return bought === undefined ? sendInvoice(reading, pageRequest) : sendPurchase(reading, pageRequest, bought);
}

async function sendTranscript(deps: ReadDeps, pageRequest: PageRequest, query: URLSearchParams): Promise<FastifyReply> {
  const { release, resourceId, request, reply } = pageRequest;
  const { reading, callAs } = deps;
  const linked = query.get('payment') ?? undefined;
  const fields = readTranscribeFields(query);
  const find = () =>
    reading.find(release.facts, readBrowserClients(request), {
      resourceId,
      usedFor: usageKey(endpoints.transcribe, { body: toTranscribeRequest(fields) }),
      minutes: readMinutes(fields),
    });
  const payment = linked ?? (await find()) ?? readCookie(request, paymentCookie(resourceId));
  const token = payment && (await reading.token(release.facts, payment));
  if (linked && token) reply.header('Set-Cookie', formatCookie(release, paymentCookie(resourceId), linked));
  // A used payment cannot be used again, so the next invoice is a new one.
  const sell = (fields: Record<string, string>) =>
    sendInvoice(reading, { ...pageRequest, fields }, linked && !token ? linked : undefined);
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

/** Returns the client name of one tip. The number of the form allows several tips of the same amount. */
const tipClient = (reader: string, query: URLSearchParams): string =>
  browserClient(JSON.stringify([reader, ...['sats', 'comment', 'number'].map((name) => query.get(name))]));

/** Answers with the state of the payment of a tip: thanks, the open invoice, or an error. */
async function sendTipPayment(reading: ReaderPayments, { release, request, reply }: PageRequest, payment: string) {
  const result = await reading.check(release.facts, payment, tipResource);
  if (result === 'opens') return reply.send(await renderThanksPage(release));
  if (result !== 'unpaid') return reply.code(404).send(await readProblemPage(release, 'pay.lost'));
  const context = await reading.renew(release.facts, payment, request.ip);
  const isOpen = typeof context === 'object';
  return reply.send(
    await (isOpen ? invoicePage(release, tipResource, context, true) : readProblemPage(release, 'pay.notYet')),
  );
}

/** Opens the invoice of a tip and sends it, or thanks if the tip was already paid. */
async function sendTipInvoice(
  { openTip, reading }: ReadDeps,
  { release, request, reply }: PageRequest,
  query: URLSearchParams,
  tip: TipRequest,
) {
  const clients = readBrowserIds(request).map(({ reader }) => tipClient(reader, query));
  const paidTip = await reading.find(release.facts, clients, { resourceId: tipResource });
  if (paidTip !== undefined) return reply.send(await renderThanksPage(release));
  const { name, reader } = readBrowserIds(request)[0] ?? newBrowserId();
  reply.header('Set-Cookie', formatCookie(release, name, reader));
  const client = tipClient(reader, query);
  const invoice = await openTip({ ...tip, client }, `For ${release.facts.creator.name}`, false);
  return reply.send(await invoicePage(release, tipResource, await reading.context(invoice), false));
}

async function sendTip(deps: ReadDeps, pageRequest: PageRequest, query: URLSearchParams) {
  const { release, request, reply } = pageRequest;
  const payment = query.get('payment') ?? undefined;
  if (payment !== undefined) return sendTipPayment(deps.reading, pageRequest, payment);
  if (!query.get('sats')) return reply.send(await renderTipForm(release, newToken()));
  const comment = query.get('comment') ?? '';
  const tip = parseTip(new URLSearchParams({ amount: `${query.get('sats')}000`, comment }));
  if (tip instanceof FieldError)
    return reply
      .code(400)
      .send(await renderTipForm(release, newToken(), formatMistake(createTranslator(release), tip)));
  if (request.method === 'HEAD') return reply.send();
  return sendTipInvoice(deps, pageRequest, query, tip);
}

export interface ReadDeps extends PageDeps {
  openTip: OpenTip;
  reading: ReaderPayments;
  callAs: CallAs;
}

async function sendReadPage(deps: ReadDeps, release: Release, request: FastifyRequest, reply: FastifyReply) {
  const query = readQuery(request);
  const requestedId = query.get('for') ?? '';
  if (requestedId === tipResource && release.facts.access.tips)
    return sendTip(deps, { release, resourceId: requestedId, request, reply }, query);
  const resourceId = findPricedResource(release, requestedId);
  if (resourceId === undefined) return reply.code(404).send(await readProblemPage(release, 'pay.none'));
  const pageRequest = { release, resourceId, request, reply };
  return resourceId === perMinute
    ? sendTranscript(deps, pageRequest, query)
    : answerRead(deps.reading, pageRequest, query.get('payment') ?? undefined);
}

export function addReadPage(app: FastifyInstance, deps: ReadDeps): void {
  const { rate } = endpoints.l402PaymentRequest.access;
  addReadRoute(app, readPage.path, async (request, reply) => {
    const release = deps.live();
    reply.headers(privatePageHeaders).type(htmlType);
    try {
      await admitPageRequest({ http: { path: readPage.path }, access: { rate } }, deps, request, reply);
      return await sendReadPage(deps, release, request, reply);
    } catch (error) {
      const apiError = toExpectedError(error);
      if (!apiError) throw error;
      const isDown = apiError.kind === 'internal_error';
      return reply
        .headers({ ...createRetryHeader(apiError), ...apiError.extras?.headers })
        .code(isDown ? 503 : errorKinds[apiError.kind].status)
        .send(await readProblemPage(release, isDown ? 'pay.down' : 'busy'));
    }
  });
}

// The page /guest-kit, on which people make and read a guest kit. If it has a price, they pay on the paywall page.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ApiError } from '#contract/errors.ts';
import { GuestKitRequest, type GuestKit } from '#contract/schemas/guest-kit.ts';
import { priceSats } from '#domain/access/access.ts';
import { guestKitPage, guestKitPath, readPath } from '#domain/live-pages.ts';
import type { MessageKey } from '#domain/messages/messages.ts';
import { privatePageHeaders } from '#domain/release/headers.ts';
import { admitPageRequest, sendPage, type PageDeps, addReadRoute, sendProblemPage } from '../../http/answer-page.ts';
import { type FormFields, readFormFields, readQuery, acceptForms } from '../../http/forms.ts';
import { FieldError, formatMistake } from '../../http/form-mistakes.ts';
import { htmlType, createTranslator, fillBuiltPage } from '../../http/page.ts';
import { compileValidator } from '../../http/query.ts';
import type { Release, ServedFacts } from '../../release/release.ts';
import type { Store } from '../../storage/store.ts';
import { type Emit, findGuestKit, makeGuestKit } from './guest-kit-handlers.ts';
import { endpointUrl } from '#domain/links.ts';
import { renderMarkdown } from '#domain/text/markdown.ts';
import { joinMarkdownLines } from '#domain/text/markdown-text.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { renderGuestKitText } from './guest-kit-markdown.ts';

type Fields = Record<string, string>;

const filled = ({ payment = '', showName = '', showUrl = '', topic = '', audience = '' }: Fields): Fields => ({
  payment,
  showName,
  showUrl,
  topic,
  audience,
});

const page = (release: Release, html: string | undefined, values: Fields): Promise<string> =>
  fillBuiltPage(release, { path: guestKitPage.path, id: guestKitPage.frame, html, values: filled(values) });

/** Renders the form with values from the address, and without the price for clients that have paid. */
const renderGuestKitForm = (release: Release, fields: Fields): Promise<string> =>
  page(release, fields.payment ? '' : undefined, fields);

const renderGuestKitProblem = (release: Release, fields: Fields, problem: string): Promise<string> =>
  page(release, `<p class="notice" role="alert">${escapeMarkup(problem)}</p>`, fields);

function files(release: Release, { guestKitId }: GuestKit): string {
  const t = createTranslator(release);
  const at = escapeMarkup(endpointUrl('', 'guestKitAgain', { guestKitId }));
  return (
    '<p class="actions">' +
    `<a class="button is-primary" href="${at}?format=pdf" download="guest-kit.pdf">${t('guestKit.pdf')}</a>` +
    `<a class="button" href="${at}?format=markdown" download="guest-kit.md">${t('prepare.markdown')}</a>` +
    `<a class="button" href="/booking">${t('prepare.book')}</a></p>`
  );
}

/** Renders a kit, followed by a form with its values. */
function renderGuestKitPage(release: Release, kit: GuestKit): Promise<string> {
  const text = renderMarkdown(
    joinMarkdownLines(renderGuestKitText(kit, createTranslator(release))),
    release.facts.baseUrl,
  );
  const { showName, showUrl = '', topic = '', audience = '' } = kit;
  const html = `${files(release, kit)}<article class="prose">${text}</article>`;
  return page(release, html, { showName, showUrl, topic, audience });
}

export interface GuestKitFormDeps extends PageDeps {
  store: Store;
  emit: Emit;
  /** Spends a payment for one request, or returns the reason why it cannot. */
  spend: (
    facts: ServedFacts,
    payment: string,
    record: Endpoint,
    body: object,
  ) => Promise<{ giveBack: () => Promise<void> } | string>;
}

const check = compileValidator(GuestKitRequest, 'body');

function readRequest({ showName = '', ...fields }: FormFields): GuestKitRequest {
  const others = (['showUrl', 'topic', 'audience'] as const).flatMap((name) =>
    fields[name] ? [[name, fields[name]]] : [],
  );
  const kitRequest = { showName, ...Object.fromEntries(others) } as GuestKitRequest;
  const result = check(kitRequest);
  if ('error' in result) throw result.error;
  return kitRequest;
}

const labels: Partial<Record<string, MessageKey>> = {
  showName: 'booking.show',
  showUrl: 'prepare.url',
  topic: 'prepare.topic',
  audience: 'guestKit.audience',
};

function wordsFor(release: Release, error: ApiError): string {
  const t = createTranslator(release);
  if (!(error instanceof FieldError)) return t(error.kind === 'bad_request' ? 'wrong.form' : 'busy');
  const label = labels[error.field];
  return label ? `${t(label)}: ${formatMistake(t, error)}` : formatMistake(t, error);
}

async function make(deps: GuestKitFormDeps, release: Release, fields: FormFields, reply: FastifyReply) {
  const body = readRequest(fields);
  const { store, emit, now, spend } = deps;
  const hasPrice = priceSats(release.facts.access, endpoints.guestKit.access.paywall.resource) !== undefined;
  if (hasPrice && !fields.payment) return reply.redirect(readPath(endpoints.guestKit.access.paywall.resource), 303);
  const spent = hasPrice ? await spend(release.facts, fields.payment!, endpoints.guestKit, body) : undefined;
  if (spent === 'unpaid')
    return reply.redirect(readPath(endpoints.guestKit.access.paywall.resource, fields.payment), 303);
  if (typeof spent === 'string') {
    const problem = createTranslator(release)(spent === 'used' ? 'guestKit.used' : 'pay.lost');
    return reply
      .code(402)
      .type(htmlType)
      .send(await renderGuestKitProblem(release, { ...fields, payment: '' }, problem));
  }
  try {
    const kit = await store.db.transaction().execute((db) => makeGuestKit(body, { db, release, now: now(), emit }));
    return reply.redirect(guestKitPath({ id: kit.guestKitId }), 303);
  } catch (error) {
    await spent?.giveBack();
    throw error;
  }
}

/** Handles the submitted form. */
function addForm(scope: FastifyInstance, deps: GuestKitFormDeps): void {
  acceptForms(scope);
  scope.post(guestKitPage.path, async (request, reply) => {
    const release = deps.live();
    const fields = (request.body ?? {}) as FormFields;
    reply.headers(privatePageHeaders);
    try {
      await admitPageRequest(endpoints.guestKit, deps, request, reply);
      return await make(deps, release, fields, reply);
    } catch (error) {
      return sendProblemPage(reply, error, (known) => renderGuestKitProblem(release, fields, wordsFor(release, known)));
    }
  });
}

export function addGuestKitPage(app: FastifyInstance, deps: GuestKitFormDeps): void {
  addReadRoute(app, guestKitPage.path, async (request, reply) => {
    const release = deps.live();
    const { id, ...fields } = readFormFields(readQuery(request));
    const answer = async () => {
      await admitPageRequest(endpoints.guestKitAgain, deps, request, reply);
      if (id === undefined) return renderGuestKitForm(release, fields);
      const kit = await findGuestKit(deps.store.db, id);
      if (kit) return renderGuestKitPage(release, kit);
      reply.code(404);
      return renderGuestKitProblem(release, fields, createTranslator(release)('guestKit.gone'));
    };
    return sendPage(reply.headers(privatePageHeaders), answer, (error) =>
      renderGuestKitProblem(release, fields, wordsFor(release, error)),
    );
  });
  app.register(async (scope) => addForm(scope, deps));
}

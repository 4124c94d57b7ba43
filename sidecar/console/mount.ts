// Mounts the console under /console: sessions, pages, forms, and headers that keep it private.
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { consolePath, maxFormBytes } from '#domain/live-pages.ts';
import { stripQuery } from '../http/request-target.ts';
import { addPasskeyQuestion } from './account/credentials.ts';
import { sendActionResult, sendPage, sendProblem } from './answer.ts';
import type { ConsoleContribution, ConsoleSite, PageEntry } from './contribution.ts';
import { readBuildState } from './build-state.ts';
import { requireSession } from './sign-in/require-session.ts';
import { safeTarget } from './sign-in/safe-target.ts';
import { checkCsrfToken, isOwnOrigin } from './csrf.ts';
import { uploadedFiles, addMultipartParser } from './multipart.ts';
import {
  redrawForm,
  type ConsoleRequest,
  type LoadDownload,
  type FormValues,
  type LoadPage,
  normalizeFormText,
  uploadTooLarge,
  type RunUpload,
} from './page.ts';
import { type NoticeText, consoleNotices } from './notices.ts';
import { consolePages } from './pages.ts';
import { addShares } from './shares.ts';
import { addPrivateFeeds } from './private-feeds.ts';
import type { ConsoleDeps } from './deps.ts';
import { readSession } from './sign-in/session-cookie.ts';
import type { Session } from './sign-in/sessions.ts';
import { addSignIn } from './sign-in/routes.ts';
import { collectLongTexts } from './long-texts.ts';
import { requestedLanguage, requestTranslator } from './language.ts';
import { findKnownBrowserId, storeForm, takeFormOfSession } from './stored-form.ts';
import { restoreFilters } from './stored-filters.ts';

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' https:",
  "media-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that forbid caching, framing and indexing. */
const headers = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // With `no-referrer`, browsers would send forms without Origin.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

const readForm = (body: string): FormValues => {
  const form: FormValues = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) (form[name] ??= []).push(normalizeFormText(value));
  return form;
};

export function addConsole(app: FastifyInstance, deps: ConsoleDeps, contributions: ConsoleContribution[]): void {
  const notices: Record<string, NoticeText> = { ...consoleNotices };
  for (const contribution of contributions) Object.assign(notices, contribution.notices);
  const site: ConsoleSite = { ...deps, contributions, notices, pages: consolePages(contributions) };
  app.register(async (scope) => {
    await scope.register(cookie);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      async (_: unknown, body: string | Buffer) => readForm(String(body)),
    );
    scope.setErrorHandler((error, request, reply) => sendProblem(site, error, request, reply));
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(headers);
      const { baseUrl } = site.live().facts;
      if (request.method !== 'POST' || isOwnOrigin(request, baseUrl)) return;
      throw new ApiError('forbidden', `This form was sent from another place. Send it at ${baseUrl}${consolePath}.`);
    });
    addAssets(scope, site);
    addSignIn(scope, site);
    addPasskeyQuestion(scope, site);
    addBuildState(scope, site);
    addPrivateFeeds(scope, site);
    addShares(scope, site);
    addStoredFormPage(scope, site);
    for (const entry of site.pages) {
      const { pages: shown, files = {}, actions = {}, uploads = {}, restores = [] } = entry;
      for (const [path, page] of Object.entries(shown)) addPage(scope, site, path, page, entry);
      for (const [path, file] of Object.entries(files)) addDownload(scope, site, path, file);
      for (const [path, action] of Object.entries(actions)) {
        const handler = createFormHandler(site, path, action, restores.includes(path));
        scope.post(consolePath + path, { bodyLimit: maxFormBytes }, handler);
      }
      for (const [path, upload] of Object.entries(uploads))
        addUpload(scope, site, path, upload, restores.includes(path));
    }
    addFormRedirects(scope, site.pages);
    addFallbackRoutes(scope, site);
  });
}

/** Answers all other addresses below /console, so that no public route with shared caching handles them. */
function addFallbackRoutes(scope: FastifyInstance, site: ConsoleSite): void {
  const below = `${consolePath}/*`;
  scope.get(below, async (request, reply) => {
    const path = stripQuery(request.url);
    if (path.endsWith('/')) return reply.redirect(path.replace(/(?<!\/)\/+$/, ''), 308);
    if (!(await requireSession(site, request, reply))) return reply;
    throw new ApiError('not_found', 'This page does not exist.');
  });
  scope.post(below, async () => {
    throw new ApiError('not_found', 'This form does not exist.');
  });
  for (const { url, allowed } of [
    { url: consolePath, allowed: ['GET'] },
    { url: below, allowed: ['GET', 'POST'] },
  ]) {
    scope.route({
      method: scope.supportedMethods.filter((method) => !allowed.includes(method as string)),
      url,
      onRequest: async (_, reply) => {
        reply.header('Allow', allowed.join(', '));
        throw new ApiError('method_not_allowed', `This address accepts ${allowed.join(' and ')}.`);
      },
      handler: () => undefined,
    });
  }
}

function addAssets(scope: FastifyInstance, { renderer }: ConsoleSite): void {
  scope.get(`${consolePath}/_astro/:name`, async (request, reply) => {
    const asset = (await renderer())?.assets.get(stripQuery(request.url));
    if (!asset) throw new ApiError('not_found', 'Not found.');
    // Asset names contain a hash of their content.
    return reply
      .header('Cache-Control', 'private, max-age=31536000, immutable')
      .type(asset.type)
      .send(await asset.read());
  });
}

/** Returns the parameters that have a single value. */
const singleValues = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values as object).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, normalizeFormText(value)]] : [],
    ),
  );

/** Serves the state of the build to the script that follows it. */
function addBuildState(scope: FastifyInstance, site: ConsoleSite): void {
  scope.get(`${consolePath}/build`, async (request, reply) => {
    if (!(await requireSession(site, request, reply))) return reply;
    return readBuildState(site);
  });
}

/** Collects what a page or action needs. Ids with U+0000 are rejected, because removing it could yield another id. */
function toConsoleRequest(site: ConsoleSite, request: FastifyRequest, session: Session): ConsoleRequest {
  const params = request.params as Record<string, string>;
  if (Object.values(params).some((value) => value.includes('\0')))
    throw new ApiError('not_found', 'This page does not exist.');
  return {
    params,
    query: singleValues(request.query),
    session,
    t: requestTranslator(site, request),
    chosenLanguage: requestedLanguage(site, request),
  };
}

function addPage(
  scope: FastifyInstance,
  site: ConsoleSite,
  path: string,
  page: LoadPage,
  { view, filters = [], isBuilt }: PageEntry,
): void {
  scope.get(consolePath + path, async (request, reply) => {
    const session = await requireSession(site, request, reply, safeTarget(request.url.slice(consolePath.length)));
    if (!session) return reply;
    if (path === '' && site.setup?.isNeeded()) return reply.redirect(`${consolePath}/setup`, 303);
    const asKept = restoreFilters(site, request, reply, session, { path, names: filters });
    if (asKept) return reply.redirect(asKept, 303);
    if (isBuilt) await site.builds.getReady();
    return sendPage(site, request, reply, {
      view,
      model: await page(site, toConsoleRequest(site, request, session)),
      session,
    });
  });
}

function addDownload(scope: FastifyInstance, site: ConsoleSite, path: string, file: LoadDownload): void {
  scope.get(consolePath + path, async (request, reply) => {
    const session = await requireSession(site, request, reply);
    if (!session) return reply;
    const { name, type, text } = await file(site, toConsoleRequest(site, request, session));
    return reply.header('Content-Disposition', `attachment; filename="${name}"`).type(type).send(text);
  });
}

const isTooLarge = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === 413;

/** Adds an upload. Files are read only with a session, or from a known browser whose input is stored until sign-in. */
function addUpload(scope: FastifyInstance, site: ConsoleSite, path: string, upload: RunUpload, isRestored: boolean) {
  scope.register(async (inner) => {
    addMultipartParser(inner);
    inner.setErrorHandler(async (error, request, reply) => {
      const session = isTooLarge(error) && (await readSession(site, request));
      if (!session) return sendProblem(site, error, request, reply);
      const result = await upload(site, { do: [uploadTooLarge] }, toConsoleRequest(site, request, session), []);
      return 'view' in result
        ? sendPage(site, request, reply, { ...result, session, status: 413 })
        : sendActionResult(site, request, reply, session, result);
    });
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isRestored && (await findKnownBrowserId(site, request)) !== undefined) return;
      if (!(await requireSession(site, request, reply))) return reply;
    };
    const handler = createFormHandler(site, path, upload, isRestored);
    inner.post(consolePath + path, { onRequest }, handler);
  });
}

/** Returns the handler of a form. Input that arrives after the session has ended is not lost. */
const createFormHandler =
  (site: ConsoleSite, path: string, action: RunUpload, isRestored: boolean) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const form = (request.body ?? {}) as FormValues;
    const isOver = !(await readSession(site, request));
    if (isOver && isRestored && (await storeForm(site, request, path)))
      return reply.redirect(`${consolePath}/sign-in?notice=formKept`, 303);
    if (isOver && collectLongTexts(form).length > 0)
      throw new ApiError('forbidden', 'Your session has expired. Sign in and send the form again.');
    const session = await requireSession(site, request, reply);
    if (!session) return reply;
    checkCsrfToken(form, session);
    const result = await action(site, form, toConsoleRequest(site, request, session), uploadedFiles(form));
    return sendActionResult(site, request, reply, session, result);
  };

/** Shows the form that was submitted after its session had ended. */
function addStoredFormPage(scope: FastifyInstance, site: ConsoleSite): void {
  scope.get(`${consolePath}/again`, async (request, reply) => {
    const session = await requireSession(site, request, reply);
    if (!session) return reply;
    const storedForm = await takeFormOfSession(site, session);
    const entry = storedForm && site.pages.find(({ restores = [] }) => restores.includes(storedForm.action));
    const action = entry && (entry.actions?.[storedForm.action] ?? entry.uploads?.[storedForm.action]);
    if (!action) return reply.redirect(consolePath, 303);
    const consoleRequest = { ...toConsoleRequest(site, request, session), params: storedForm.params };
    const result = await action(site, { ...storedForm.form, do: [redrawForm] }, consoleRequest, []);
    return sendActionResult(site, request, reply, session, result);
  });
}

/** Returns the nearest page above the address, or else the first page of the entry. */
function pageAbove(path: string, { pages: own }: PageEntry, shown: Set<string>): string {
  for (let above = path; above; above = above.slice(0, above.lastIndexOf('/'))) if (shown.has(above)) return above;
  return Object.keys(own)[0]!;
}

const fillPath = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name]!));

function addFormRedirects(scope: FastifyInstance, pages: PageEntry[]): void {
  const pagePaths = new Set(
    pages.flatMap(({ pages: own, files = {} }) => [...Object.keys(own), ...Object.keys(files)]),
  );
  const signIn = ['/sign-in/link', '/sign-in/password'].map((path) => [path, '/sign-in'] as const);
  const forms = pages.flatMap((entry) =>
    Object.keys({ ...entry.actions, ...entry.uploads })
      .filter((path) => !pagePaths.has(path))
      .map((path) => [path, pageAbove(path, entry, pagePaths)] as const),
  );
  for (const [path, page] of [...signIn, ...forms])
    scope.get(consolePath + path, async ({ params }, reply) =>
      reply.redirect(consolePath + fillPath(page, params), 303),
    );
}

// Sends the responses of the console: pages, redirects after a change, and problems.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errorKinds } from '#contract/errors.ts';
import { consolePath } from '#domain/live-pages.ts';
import { toExpectedError, retryAfterSeconds } from '../http/errors.ts';
import { htmlType } from '../http/page.ts';
import { stripQuery } from '../http/request-target.ts';
import type { ConsoleSite } from './contribution.ts';
import { readBuildState } from './build-state.ts';
import { readNotice } from './notices.ts';
import type { ActionResult, FormValues } from './page.ts';
import type { ConsoleDeps } from './deps.ts';
import { clearSessionCookie, readSession } from './sign-in/session-cookie.ts';
import type { Session } from './sign-in/sessions.ts';
import { collectLongTexts } from './long-texts.ts';
import type { ConsoleFrame, ConsoleProblem, NavigationLink } from './ui/frame.ts';
import { setLanguageCookie, requestTranslator } from './language.ts';
import type { ConsoleTranslate, ConsoleMessage } from './messages/messages.ts';

const needsSetup = ({ setup }: ConsoleDeps): boolean => setup?.isNeeded() === true;

/** Returns the navigation entries. An entry with several addresses links to the first. */
async function readNavigation(site: ConsoleSite): Promise<NavigationLink[]> {
  const links: NavigationLink[] = [];
  for (const { section, pages } of site.pages) {
    if (!section || needsSetup(site) !== (section.isForSetup === true) || section.isUsed?.(site) === false) continue;
    const { group, label, waiting } = section;
    links.push({ path: Object.keys(pages)[0]!, group, label, ...(waiting && { waiting: await waiting.count(site) }) });
  }
  return links;
}

async function findProblems(site: ConsoleSite, t: ConsoleTranslate): Promise<ConsoleProblem[]> {
  const problems = await Promise.all(site.contributions.map(({ findProblem }) => findProblem?.(site, t)));
  return problems.filter((problem) => problem !== undefined);
}

async function buildFrame(
  site: ConsoleSite,
  request: FastifyRequest,
  t: ConsoleTranslate,
  session?: Session,
): Promise<ConsoleFrame> {
  const { notice, count, words } = request.query as Record<string, string | undefined>;
  const noticeText = readNotice(t, site.notices, notice, count);
  const path = stripQuery(request.url).slice(consolePath.length);
  // The example room stays live until the creator's own room is built for the first time.
  const isBeingSetUp = needsSetup(site) || path === '/setup';
  return {
    publication: isBeingSetUp ? t('Room') : site.live().facts.creator.publication,
    path,
    ...(noticeText && { notice: noticeText }),
    ...(session && {
      signedIn: {
        csrf: session.csrf,
        sections: await readNavigation(site),
        build: await readBuildState(site),
        problems: await findProblems(site, t),
        ...(!isBeingSetUp && { searchText: path === '/search' ? (words ?? '') : '' }),
      },
    }),
  };
}

interface PageToSend {
  /** Folder of the view. */
  view: string;
  model: unknown;
  session?: Session | undefined;
  status?: number;
  problem?: string;
}

/** Sends a page. Throws if the console is not built. */
export async function sendPage(
  site: ConsoleSite,
  request: FastifyRequest,
  reply: FastifyReply,
  { view, model, session, status = 200, problem }: PageToSend,
): Promise<FastifyReply> {
  const renderer = await site.renderer();
  if (!renderer) throw new ApiError('unavailable', 'The console has not been built yet. Run `npm run build`.');
  const t = requestTranslator(site, request);
  const frame = await buildFrame(site, request, t, session);
  if (problem) frame.notice = { kind: 'problem', text: t.any(problem) };
  return reply
    .code(status)
    .type(htmlType)
    .send(await renderer.render(view, { frame, model, t }));
}

export function sendActionResult(
  site: ConsoleSite,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  result: ActionResult,
) {
  if ('view' in result) {
    return sendPage(site, request, reply, { ...result, session, status: result.problem ? 422 : 200 });
  }
  const { to, notice, count, signedOut, language } = result;
  if (signedOut) clearSessionCookie(site, request, reply);
  if (language !== undefined) setLanguageCookie(site, request, reply, language);
  const noticeQuery = notice ? `${to.includes('?') ? '&' : '?'}notice=${notice}&count=${count ?? 1}` : '';
  return reply.redirect(consolePath + to + noticeQuery, 303);
}

const problemTitles: Partial<Record<number, ConsoleMessage>> = {
  403: 'Not allowed',
  404: 'Page not found',
  500: 'Something went wrong',
  503: 'Temporarily unavailable',
};

const problemMessages: Partial<Record<number, ConsoleMessage>> = {
  413: 'The upload is too large. Send fewer or smaller files.',
  500: 'An unexpected error occurred. Try again.',
};

/** Model of the problem page, which replaces a missing page or answers a rejected form. */
export interface ProblemModel {
  status: number;
  title: string;
  message: string;
  /** Input of the form that would otherwise be lost. */
  typed: string[];
}

/** Sends a problem as a page, with the status that API errors have. */
export async function sendProblem(site: ConsoleSite, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const knownError = toExpectedError(error);
  const status = knownError
    ? errorKinds[knownError.kind].status
    : ((error as { statusCode?: number }).statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, 'the console failed');
  if (status === 503) reply.header('Retry-After', retryAfterSeconds);
  const t = requestTranslator(site, request);
  const message = t.any(
    knownError?.message ?? problemMessages[status] ?? 'The form could not be read. Go back and send it again.',
  );
  const session = await readSession(site, request).catch(() => undefined);
  const typedTexts = collectLongTexts(request.body as FormValues | undefined);
  const model: ProblemModel = {
    status,
    title: t(problemTitles[status] ?? 'This request failed'),
    message,
    typed: typedTexts,
  };
  if (!(await site.renderer())) return reply.code(status).type('text/plain; charset=utf-8').send(message);
  return sendPage(site, request, reply, { view: 'problem', model, session, status });
}

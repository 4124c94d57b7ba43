// Answers requests that match no route: files with a query or wrong method, moved addresses, and unknown addresses.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errorKinds } from '#contract/errors.ts';
import { isApiPath, allowsEveryOrigin, redirectCacheControl } from '#domain/release/headers.ts';
import { notFoundPath } from '#domain/release/hosting.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import type { SendFile } from './static-files.ts';
import type { Release } from '../release/release.ts';
import { errorForms, sendMarkdownError } from './errors.ts';
import { preferredForm } from './media-type.ts';
import { createMissingError } from './missing-error.ts';
import { stripQuery } from './request-target.ts';
import { sendPreflight } from './wrong-methods.ts';

function sendFileDirectly(
  request: FastifyRequest,
  reply: FastifyReply,
  sendFile: SendFile,
  path: string,
  status: number,
): void {
  reply.hijack();
  if (!sendFile(request.raw, reply.raw, path, status)) reply.raw.writeHead(404).end();
}

/**
 * Matches a page of older items, which is named by the day of its oldest item (numbered before version 0.3), in HTML or
 * Markdown.
 */
const olderPage = /^(?<list>\/.+)\/(?:from\/(?<year>\d{4})-\d\d-\d\d(?:-\d+)?|page\/\d+)(?<suffix>\.md)?$/;

/**
 * Returns the list that contains the items of an older page, since changes of items can divide a list into other pages.
 */
function findListPage(path: string, isPublicPage: (path: string) => boolean): string | undefined {
  const { list, year, suffix = '' } = olderPage.exec(path)?.groups ?? {};
  if (!list) return undefined;
  const lists = [...(year ? [`${list}/year/${year}`] : []), list];
  return lists.map((one) => one + suffix).find(isPublicPage);
}

const isPublic = (entry: ReleasePage | undefined): boolean => entry !== undefined && !entry.private;

/** Rejects methods other than GET and HEAD; answers preflight requests for files that other origins may read. */
function rejectMethod(request: FastifyRequest, reply: FastifyReply, path: string): void {
  const allowedMethods = ['GET', 'HEAD', ...(allowsEveryOrigin(path) ? ['OPTIONS'] : [])].join(', ');
  reply.header('Allow', allowedMethods);
  if (request.method === 'OPTIONS' && allowsEveryOrigin(path)) return void sendPreflight(reply, allowedMethods);
  throw new ApiError('method_not_allowed', `${path} accepts only GET.`, { supportedMethods: ['GET'] });
}

/** Redirects a read to the address without trailing slashes, or to the list that replaces a page of older items. */
function redirectRead(url: string, reply: FastifyReply, isPublicPage: (path: string) => boolean): boolean {
  const path = stripQuery(url);
  const trimmedPath = path.replace(/(?<!\/)\/+$/, '');
  if (isPublicPage(trimmedPath)) {
    reply.header('Cache-Control', redirectCacheControl).redirect(trimmedPath + url.slice(path.length), 308);
    return true;
  }
  const list = findListPage(path, isPublicPage);
  // A later release may have the page again.
  if (list) reply.header('Cache-Control', 'no-cache').redirect(list, 307);
  return list !== undefined;
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply, live: Release, sendFile: SendFile): void {
  const url = request.raw.url!;
  const path = stripQuery(url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isPublicPage = (one: string) => one !== notFoundPath && isPublic(live.pages.get(one));
  if (isPublicPage(path)) {
    return isRead ? sendFileDirectly(request, reply, sendFile, path, 200) : rejectMethod(request, reply, path);
  }
  const error = createMissingError(live, path);
  if (isApiPath(path)) throw error;
  if (isRead && redirectRead(url, reply, isPublicPage)) return;
  const { status } = errorKinds[error.kind];
  const form = path.endsWith('.md') ? 'markdown' : preferredForm(request.headers.accept, errorForms);
  if (form === 'json') throw error;
  if (form === 'markdown') return void sendMarkdownError(reply, error, status);
  sendFileDirectly(request, reply, sendFile, notFoundPath, status);
}

// Static files: address → page of the release → bytes, with the validators made at build time.
import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { LRUCache } from 'lru-cache';
import parseRange from 'range-parser';
import { errorEnvelope } from '#contract/errors.ts';
import { headersOf, isApiPath } from '#domain/release/headers.ts';
import { formPages, isFileAddress } from '#domain/release/hosting.ts';
import { markdownPath } from '#domain/links.ts';
import { type Encoding, entityTag, type ReleasePage } from '#domain/release/page.ts';
import { readPage, type Release } from '../release/release.ts';
import { isNotModified } from './conditional.ts';
import { negotiateEncoding } from './encoding.ts';
import { retryAfterSeconds } from './errors.ts';
import { prefersMarkdown } from './media-type.ts';
import { idHeader, chooseRequestId, withId, withIdPlaceholder } from './request-id.ts';
import { stripQuery } from './request-target.ts';

/** One representation of a file, ready to be sent. */
interface Variant {
  file: string;
  size: number;
  etag: string;
  lastModified: string;
  headers: string[];
  notModified: string[];
  /** Files with compressed variants give no ranges. */
  ranges: boolean;
  /** A range beyond the end of an API document gives the whole (RFC 9110 §14.2): a 416 would want the error envelope. */
  refusesRanges: boolean;
  bytes?: Buffer;
  read: () => Promise<Buffer>;
  /** Set where the file may have to be fetched first. */
  fetch: (() => Promise<void>) | undefined;
}

const cachedFileBytes = 256 * 1024;
const cachedTotalBytes = 64 * 1024 * 1024;

export type SendFile = (req: IncomingMessage, res: ServerResponse, path: string, status?: number) => boolean;

const flat = (headers: Record<string, string>): string[] => Object.entries(headers).flat();

/** Which of the forms at an address is sent. */
interface Choice {
  encoding: Encoding | undefined;
  /** Chosen at the address of a page by what the client prefers. */
  negotiated: boolean;
}

function variant(release: Release, path: string, page: ReleasePage, { encoding, negotiated }: Choice): Variant {
  const etag = entityTag(page.etag, encoding);
  const lastModified = new Date(page.lastModified).toUTCString();
  const size = encoding ? page.encodings![encoding]! : page.size;
  const { 'Content-Type': type, Vary: vary, ...others } = headersOf(path, page, release.site);
  const varies = [...(negotiated ? ['Accept'] : []), ...(vary ? [vary] : [])].join(', ');
  const rest = { ...others, ...(varies && { Vary: varies }), ...(negotiated && { 'Content-Location': path }) };
  const validators = { ETag: etag, 'Last-Modified': lastModified };
  const body = {
    'Content-Type': type!,
    'Content-Length': String(size),
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(page.encodings ? {} : { 'Accept-Ranges': 'bytes' }),
  };
  return {
    file: release.fileOf(page, encoding),
    size,
    etag,
    lastModified,
    headers: withIdPlaceholder(flat({ ...body, ...rest, ...validators })),
    notModified: withIdPlaceholder(flat({ ...rest, ...validators })),
    ranges: !page.encodings,
    refusesRanges: !isApiPath(path),
    read: () => readPage(release, page, encoding),
    fetch: release.fetchObject && (() => release.fetchObject!(page, encoding)),
  };
}

/** Hears of files that could not be read, though the release names them. */
export type OnReadError = (error: NodeJS.ErrnoException) => void;

const without = (headers: string[], ...names: string[]): string[] =>
  headers.filter((_, i) => !names.includes(headers[i - (i % 2)]!));

/** One answer: the request and what was found for it. */
interface Sending {
  req: IncomingMessage;
  res: ServerResponse;
  found: Variant;
  status: number;
  id: string;
}

/** The file will be made again, so that asking later helps. */
function sendUnread({ req, res, found, id }: Sending): void {
  const body = JSON.stringify(errorEnvelope('unavailable', 'This file cannot be read now.', { requestId: id }));
  const own = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'Retry-After': String(retryAfterSeconds),
    [idHeader]: id,
  };
  const rest = without(found.notModified, 'Cache-Control', 'Content-Location', 'ETag', 'Last-Modified', idHeader);
  res.writeHead(503, [...rest, ...flat(own)]).end(req.method === 'HEAD' ? undefined : body);
}

/** Both ends are closed with the transfer, however it ends: a client that goes away must not leave a file open. */
function streamFile(sending: Sending, headers: string[], onUnread: OnReadError, part?: Part, isFetched = false): void {
  const { res, found, status } = sending;
  const file = createReadStream(found.file, part);
  file.once('open', () => {
    // The client went away while the file was opened: `pipeline` would throw.
    if (res.closed) return void file.destroy();
    res.writeHead(status, headers);
    pipeline(file, res, () => {});
  });
  // What goes wrong after the file is open is mostly the client, who went away.
  file.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'open') return;
    const fail = () => {
      onUnread(error);
      sendUnread(sending);
    };
    if (!found.fetch || isFetched) return fail();
    found.fetch().then(() => streamFile(sending, headers, onUnread, part, true), fail);
  });
}

interface Part {
  start: number;
  end: number;
}

function sendRange(sending: Sending, onUnread: OnReadError): boolean {
  const { req, res, found, id } = sending;
  const ifRange = req.headers['if-range'];
  if (ifRange !== undefined && ifRange !== found.etag && ifRange !== found.lastModified) return false;
  const ranges = parseRange(found.size, req.headers.range!);
  if (ranges === -2 || (ranges === -1 && !found.refusesRanges)) return false;
  if (Array.isArray(ranges) && (ranges.type !== 'bytes' || ranges.length !== 1)) return false;
  if (ranges === -1) {
    const headers = without(found.notModified, idHeader);
    res.writeHead(416, [...headers, 'Content-Range', `bytes */${found.size}`, idHeader, id]).end();
    return true;
  }
  const { start, end } = ranges[0]!;
  const about = flat({
    'Content-Range': `bytes ${start}-${end}/${found.size}`,
    'Content-Length': String(end - start + 1),
    [idHeader]: id,
  });
  const headers = [...without(found.headers, 'Content-Length', idHeader), ...about];
  streamFile({ ...sending, status: 206 }, headers, onUnread, { start, end });
  return true;
}

/** A file of a release, with the variants that were requested so far. */
interface KnownFile {
  /** Id of the release. */
  release: string;
  path: string;
  page: ReleasePage;
  negotiated: boolean;
  variants: Partial<Record<Encoding | 'identity', Variant>>;
  /** The Markdown form of a page. */
  markdown?: KnownFile | undefined;
}

/** The least recently used files are forgotten first. */
const maxKnownFiles = 2000;

function fileAt({ id, pages }: Release, path: string, negotiated: boolean): KnownFile | undefined {
  const page = pages.get(path);
  return page && { release: id, path, page, negotiated, variants: {} };
}

/** Finds the variant of an address for a client. */
function variantFinder(live: () => Release) {
  const known = new LRUCache<string, KnownFile>({ max: maxKnownFiles });
  return (asked: string, headers: IncomingHttpHeaders): Variant | undefined => {
    const current = live();
    let found = known.get(asked);
    if (!found || found.release !== current.id) {
      found = fileAt(current, asked, false);
      if (found) known.set(asked, found);
    }
    if (found?.page.markdown && prefersMarkdown(headers.accept))
      found = found.markdown ??= fileAt(current, markdownPath(asked), true);
    // Only now: the sidecar completes some pages itself, while their Markdown form is an ordinary file.
    if (!found || found.page.private || found.page.frame) return undefined;
    const { path, page, negotiated, variants } = found;
    const wanted = page.encodings && negotiateEncoding(headers['accept-encoding']);
    const encoding = wanted && page.encodings![wanted] ? wanted : undefined;
    return (variants[encoding ?? 'identity'] ??= variant(current, path, page, { encoding, negotiated }));
  };
}

/** Caches the bytes of small files on their variants; returns the function that adds one. */
function createByteCache() {
  const cached = new LRUCache<Variant, Buffer>({
    maxSize: cachedTotalBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    dispose: (_, variant) => delete variant.bytes,
  });
  return (found: Variant, bytes: Buffer) => {
    found.bytes = bytes;
    cached.set(found, bytes);
  };
}

/** Sends a built file; false when the release has none at the address. */
export function createFileSender(live: () => Release, onUnread: OnReadError): SendFile {
  const find = variantFinder(live);
  const cacheBytes = createByteCache();

  function sendWhole(sending: Sending): void {
    const { res, found, status, id } = sending;
    if (found.bytes) return void res.writeHead(status, withId(found.headers, id)).end(found.bytes);
    if (found.size > cachedFileBytes) return streamFile(sending, [...withId(found.headers, id)], onUnread);
    const send = (bytes: Buffer): void => {
      if (!found.bytes) cacheBytes(found, bytes);
      res.writeHead(status, withId(found.headers, id)).end(bytes);
    };
    found
      .read()
      .then(send)
      .catch((error: Error) => {
        onUnread(error);
        sendUnread(sending);
      });
  }

  return (req, res, path, status = 200) => {
    const found = find(path, req.headers);
    if (!found) return false;
    const id = chooseRequestId(req.headers['x-request-id']);
    const sending = { req, res, found, status, id };
    if (status === 200 && isNotModified(req.headers, found.etag, found.lastModified)) {
      res.writeHead(304, withId(found.notModified, id)).end();
    } else if (req.method === 'HEAD') {
      res.writeHead(status, withId(found.headers, id)).end();
    } else if (!(req.headers.range && status === 200 && found.ranges && sendRange(sending, onUnread))) {
      sendWhole(sending);
    }
    return true;
  };
}

/** The path of a read that nothing but its address can change, or undefined where the request wants a closer look. */
export function readPlainPath(req: IncomingMessage): string | undefined {
  if (req.method !== 'GET' && req.method !== 'HEAD') return undefined;
  const url = req.url!;
  const path = stripQuery(url);
  const hasQuery = path.length < url.length;
  const { authorization, 'x-service-sandbox': sandbox } = req.headers;
  const asksMore = hasQuery || sandbox !== undefined || authorization !== undefined;
  const isAsked = (asksMore && isApiPath(path)) || (hasQuery && formPages.includes(path));
  return isAsked || !isFileAddress(path) ? undefined : path;
}

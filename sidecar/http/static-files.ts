// Static files: finds the page of an address in the release and sends its bytes with the validators of the build.
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
  /** True if ranges are supported, which files with compressed variants do not. */
  ranges: boolean;
  /**
   * True if a range beyond the end is rejected. An API document is sent as a whole instead (RFC 9110 §14.2): a 416
   * would need the error envelope.
   */
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

function createVariant(release: Release, file: KnownFile, encoding: Encoding | undefined): Variant {
  const { path, page, negotiated } = file;
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

/** Called for files of the release that could not be read. */
export type OnReadError = (error: NodeJS.ErrnoException) => void;

const without = (headers: string[], ...names: string[]): string[] =>
  headers.filter((_, i) => !names.includes(headers[i - (i % 2)]!));

/** One response: the request and the variant for it. */
interface Sending {
  req: IncomingMessage;
  res: ServerResponse;
  variant: Variant;
  status: number;
  id: string;
}

/** Sends a 503, since the file will be created again. */
function sendUnread({ req, res, variant, id }: Sending): void {
  const body = JSON.stringify(errorEnvelope('unavailable', 'This file cannot be read now.', { requestId: id }));
  const own = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'Retry-After': String(retryAfterSeconds),
    [idHeader]: id,
  };
  const rest = without(variant.notModified, 'Cache-Control', 'Content-Location', 'ETag', 'Last-Modified', idHeader);
  res.writeHead(503, [...rest, ...flat(own)]).end(req.method === 'HEAD' ? undefined : body);
}

/** Streams a file and closes both ends, also if the client disconnects, which must not leave a file open. */
function streamFile(sending: Sending, headers: string[], onUnread: OnReadError, part?: Part, isFetched = false): void {
  const { res, variant, status } = sending;
  const file = createReadStream(variant.file, part);
  file.once('open', () => {
    // The client disconnected while the file was being opened; `pipeline` would throw.
    if (res.closed) return void file.destroy();
    res.writeHead(status, headers);
    pipeline(file, res, () => {});
  });
  // Errors after the file is open are mostly disconnections of the client.
  file.on('error', (error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'open') return;
    const fail = () => {
      onUnread(error);
      sendUnread(sending);
    };
    if (!variant.fetch || isFetched) return fail();
    variant.fetch().then(() => streamFile(sending, headers, onUnread, part, true), fail);
  });
}

interface Part {
  start: number;
  end: number;
}

/** Returned by `parseRange` for a range that begins after the last byte. */
const beyondEnd = -1;

/** Sends the requested range; returns false if the whole file is the answer. */
function sendRange(sending: Sending, onUnread: OnReadError): boolean {
  const { req, res, variant, id } = sending;
  const ifRange = req.headers['if-range'];
  if (ifRange !== undefined && ifRange !== variant.etag && ifRange !== variant.lastModified) return false;
  const ranges = parseRange(variant.size, req.headers.range!);
  if (ranges === beyondEnd && variant.refusesRanges) {
    const headers = without(variant.notModified, idHeader);
    res.writeHead(416, [...headers, 'Content-Range', `bytes */${variant.size}`, idHeader, id]).end();
    return true;
  }
  if (typeof ranges === 'number' || ranges.type !== 'bytes' || ranges.length !== 1) return false;
  const { start, end } = ranges[0]!;
  const about = flat({
    'Content-Range': `bytes ${start}-${end}/${variant.size}`,
    'Content-Length': String(end - start + 1),
    [idHeader]: id,
  });
  const headers = [...without(variant.headers, 'Content-Length', idHeader), ...about];
  streamFile({ ...sending, status: 206 }, headers, onUnread, { start, end });
  return true;
}

/** A file of a release, with the variants that were requested so far. */
interface KnownFile {
  /** Id of the release. */
  release: string;
  path: string;
  page: ReleasePage;
  /** True if the client's preference selected the format at the address of a page. */
  negotiated: boolean;
  variants: Partial<Record<Encoding | 'identity', Variant>>;
  /** The Markdown form of a page. */
  markdown?: KnownFile | undefined;
}

/** Number of files that are remembered; the least recently used ones are dropped first. */
const maxKnownFiles = 2000;

function fileAt({ id, pages }: Release, path: string, negotiated: boolean): KnownFile | undefined {
  const page = pages.get(path);
  return page && { release: id, path, page, negotiated, variants: {} };
}

function chooseEncoding({ encodings }: ReleasePage, accept: string | undefined): Encoding | undefined {
  const encoding = encodings && negotiateEncoding(accept);
  return encoding && encodings[encoding] ? encoding : undefined;
}

/** Finds the variant of an address for a client. */
function variantFinder(live: () => Release) {
  const files = new LRUCache<string, KnownFile>({ max: maxKnownFiles });
  function findFile(release: Release, path: string): KnownFile | undefined {
    const knownFile = files.get(path);
    if (knownFile?.release === release.id) return knownFile;
    const file = fileAt(release, path, false);
    if (file) files.set(path, file);
    return file;
  }
  return (path: string, headers: IncomingHttpHeaders): Variant | undefined => {
    const release = live();
    let file = findFile(release, path);
    if (file?.page.markdown && prefersMarkdown(headers.accept))
      file = file.markdown ??= fileAt(release, markdownPath(path), true);
    // This check comes last: the sidecar completes some pages, but their Markdown form is an ordinary file.
    if (!file || file.page.private || file.page.frame) return undefined;
    const encoding = chooseEncoding(file.page, headers['accept-encoding']);
    return (file.variants[encoding ?? 'identity'] ??= createVariant(release, file, encoding));
  };
}

/** Caches the bytes of small files on their variants; returns the function that adds one. */
function createByteCache() {
  const cached = new LRUCache<Variant, Buffer>({
    maxSize: cachedTotalBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    dispose: (_, variant) => delete variant.bytes,
  });
  return (variant: Variant, bytes: Buffer) => {
    variant.bytes = bytes;
    cached.set(variant, bytes);
  };
}

/** Creates a function that sends a built file; it returns false if the release has none at the address. */
export function createFileSender(live: () => Release, onUnread: OnReadError): SendFile {
  const find = variantFinder(live);
  const cacheBytes = createByteCache();

  function sendWhole(sending: Sending): void {
    const { res, variant, status, id } = sending;
    if (variant.bytes) return void res.writeHead(status, withId(variant.headers, id)).end(variant.bytes);
    if (variant.size > cachedFileBytes) return streamFile(sending, [...withId(variant.headers, id)], onUnread);
    const send = (bytes: Buffer): void => {
      if (!variant.bytes) cacheBytes(variant, bytes);
      res.writeHead(status, withId(variant.headers, id)).end(bytes);
    };
    variant
      .read()
      .then(send)
      .catch((error: Error) => {
        onUnread(error);
        sendUnread(sending);
      });
  }

  return (req, res, path, status = 200) => {
    const variant = find(path, req.headers);
    if (!variant) return false;
    const id = chooseRequestId(req.headers['x-request-id']);
    const sending = { req, res, variant, status, id };
    if (status === 200 && isNotModified(req.headers, variant.etag, variant.lastModified)) {
      res.writeHead(304, withId(variant.notModified, id)).end();
    } else if (req.method === 'HEAD') {
      res.writeHead(status, withId(variant.headers, id)).end();
    } else if (!(req.headers.range && status === 200 && variant.ranges && sendRange(sending, onUnread))) {
      sendWhole(sending);
    }
    return true;
  };
}

/** Returns the path of a read that depends only on its address, or undefined if the request needs closer inspection. */
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

// Answers from the files of a CDN as the sidecar would, and forwards everything else to the sidecar. This is plain
// JavaScript without imports: the build puts the table of the release before it and the host's entry after it.

/**
 * @typedef {object} Table
 * @property {Record<string, string>[]} classes Sets of header templates.
 * @property {Record<string, string>} files By address: class, ETag, Last-Modified in seconds, what the file name adds,
 *   tokens, whether it lies as Markdown too.
 * @property {string | undefined} notFound The same of the 404 page.
 * @property {Record<string, string>} common Headers of every answer.
 * @property {Record<string, string>} redirect Headers of a redirect besides.
 * @property {{ body: string, headers: Record<string, string> }} away The answer while the sidecar does not.
 * @property {string[]} apiFolders
 * @property {string[]} apiPaths
 * @property {string} consolePath The creator's own; no file lies below it.
 * @property {string[]} askedPages Pages with a form that the sidecar answers in.
 *
 * @typedef {object} Host
 * @property {(path: string, suffix: string) => Promise<Response>} asset The file at an address; the suffix completes its name.
 * @property {string | undefined} sidecar Origin of the sidecar.
 * @property {string | null} client Address of the client.
 */

/** @param {Request} request */
function requestId(request) {
  const sent = request.headers.get('X-Request-Id') ?? '';
  return /^[\x21-\x7e]{1,128}$/.test(sent) ? sent : crypto.randomUUID();
}

/** @param {string} line */
function readLine(line) {
  const [headerClass = '0', etag = '', seconds = '0', suffix = '', tokens = '', markdown = ''] = line.split('|');
  const modified = new Date(Number(seconds) * 1000);
  return {
    headerClass: Number(headerClass),
    etag: `"${etag}"`,
    modified,
    suffix,
    tokens,
    hasMarkdown: markdown !== '',
  };
}

const leadsOn = /\.md$|\/(from|page)\/[^/]+$/;

/**
 * The page that a Markdown file is a twin of.
 * @param {string} path
 */
const pageOf = (path) => (path === '/index.md' ? '/' : path.replace(/\.md$/, ''));

/**
 * @param {Record<string, string>} templates
 * @param {string} path
 * @param {string} tokens
 */
const filled = (templates, path, tokens) =>
  Object.fromEntries(
    Object.entries(templates).map(([name, value]) => [
      name,
      value.replaceAll('{path}', path).replaceAll('{page}', pageOf(path)).replaceAll('{tokens}', tokens),
    ]),
  );

/**
 * RFC 9110 §13.2.2: If-None-Match is looked at first and alone.
 * @param {Headers} headers
 * @param {string} etag
 * @param {Date} modified
 */
function isCurrent(headers, etag, modified) {
  const match = headers.get('If-None-Match');
  if (match === null) return Date.parse(headers.get('If-Modified-Since') ?? '') >= modified.getTime();
  return match.trim() === '*' || match.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/**
 * @param {string} path
 * @param {Record<string, string>} headers
 */
function nothingAt(path, headers) {
  const all = { ...headers, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  const body = { error: { code: 'not_found', message: `Nothing is at ${path}.` } };
  return new Response(JSON.stringify(body), { status: 404, headers: all });
}

/**
 * @param {Request} request
 * @param {URL} url
 * @param {string} id
 * @param {Table} table
 * @param {Host} host
 */
async function fromSidecar(request, url, id, table, host) {
  const headers = { ...table.common, ...table.away.headers, 'X-Request-Id': id };
  const away = () => new Response(table.away.body, { status: 503, headers });
  if (!host.sidecar) return away();
  const sent = new Request(new Request(host.sidecar + url.pathname + url.search, request), { redirect: 'manual' });
  sent.headers.set('X-Request-Id', id);
  sent.headers.set('X-Forwarded-Proto', url.protocol.slice(0, -1));
  if (host.client) sent.headers.set('X-Forwarded-For', host.client);
  // Unpacked bytes would not match the ETag of an encoding, and the host compresses by itself.
  sent.headers.set('Accept-Encoding', 'identity');
  try {
    return await fetch(sent);
  } catch {
    return away();
  }
}

/**
 * @param {Request} request
 * @param {string} path
 * @param {string} line
 * @param {number} status
 * @param {string} id
 * @param {Table} table
 * @param {Host} host
 */
async function fromFile(request, path, line, status, id, table, host) {
  const { headerClass, etag, modified, suffix, tokens } = readLine(line);
  const { 'Content-Type': type, ...rest } = filled(table.classes[headerClass] ?? {}, path, tokens);
  const headers = { ...rest, ETag: etag, 'Last-Modified': modified.toUTCString(), 'X-Request-Id': id };
  if (status === 200 && isCurrent(request.headers, etag, modified)) return new Response(null, { status: 304, headers });
  const sent = { ...headers, 'Content-Type': type ?? 'application/octet-stream' };
  if (request.method === 'HEAD') return new Response(null, { status, headers: sent });
  const file = await host.asset(path, suffix);
  if (!file.ok) return fromSidecar(request, new URL(request.url), id, table, host);
  return new Response(file.body, { status, headers: sent });
}

/**
 * Answers a read of a path at which no file lies.
 * @param {Request} request
 * @param {{ url: URL, id: string, isForSidecar: boolean, isApi: boolean }} target
 * @param {Table} table
 * @param {Host} host
 * @returns {Promise<Response>}
 */
async function answerWithoutFile(request, { url, id, isForSidecar, isApi }, table, host) {
  const path = url.pathname;
  const headers = { ...table.common, 'X-Request-Id': id };
  if (isForSidecar && host.sidecar) return fromSidecar(request, url, id, table, host);
  if (isApi) return nothingAt(path, headers);
  const bare = path.replace(/(?<!\/)\/+$/, '');
  if (bare !== path && Object.hasOwn(table.files, bare)) {
    return new Response(null, { status: 308, headers: { ...headers, ...table.redirect, Location: bare + url.search } });
  }
  // The sidecar answers in JSON or Markdown, and knows the new addresses of older pages.
  const isKnownThere = /json|markdown/i.test(request.headers.get('Accept') ?? '') || leadsOn.test(path);
  if (isKnownThere && host.sidecar) return fromSidecar(request, url, id, table, host);
  if (!table.notFound) return new Response(null, { status: 404, headers });
  return fromFile(request, '/404', table.notFound, 404, id, table, host);
}

/**
 * @param {Request} request
 * @param {Table} table
 * @param {Host} host
 * @returns {Promise<Response>}
 */
export async function answer(request, table, host) {
  const url = new URL(request.url);
  const path = url.pathname;
  const id = requestId(request);
  const isApi = table.apiFolders.some((folder) => path.startsWith(folder)) || table.apiPaths.includes(path);
  const isConsole = `${path}/`.startsWith(`${table.consolePath}/`);
  const isNexus = path === table.nexusPath;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const asksMore = request.headers.has('Authorization') || request.headers.has('X-Service-Sandbox');
  const isAsked = url.search !== '' && (isApi || (table.askedPages.includes(path) && host.sidecar !== undefined));
  if (!isRead || asksMore || isAsked) return fromSidecar(request, url, id, table, host);

  const found = Object.hasOwn(table.files, path) ? table.files[path] : undefined;
  // Only the sidecar can weigh the preferences of a client. Without it, the page is good enough.
  const mayTakeMarkdown = /\btext\/markdown\b/i.test(request.headers.get('Accept') ?? '');
  if (found && mayTakeMarkdown && readLine(found).hasMarkdown && host.sidecar) {
    return fromSidecar(request, url, id, table, host);
  }
  if (found) return fromFile(request, path, found, 200, id, table, host);
  const isForSidecar = isApi || isConsole || isNexus;
  return answerWithoutFile(request, { url, id, isForSidecar, isApi }, table, host);
}

// Answers from the files of a CDN as the sidecar would, and forwards everything else to the sidecar. This is plain
// JavaScript without imports: the build puts the table of the release before it and the host's entry after it.

/**
 * @typedef {object} Table
 * @property {Record<string, string>[]} classes Sets of header templates.
 * @property {Record<string, string>} files By address: class, ETag, Last-Modified in seconds, suffix of the file name,
 *   tokens, whether it is available as Markdown.
 * @property {string | undefined} notFound Line of the 404 page.
 * @property {Record<string, string>} common Headers of every answer.
 * @property {Record<string, string>} redirect Additional headers of a redirect.
 * @property {{ body: string, headers: Record<string, string> }} away The response while the sidecar is unreachable.
 * @property {string[]} apiFolders
 * @property {string[]} apiPaths
 * @property {string} consolePath Path of the console, below which there are no files.
 * @property {string[]} formPages Pages with a form whose result the sidecar inserts.
 *
 * @typedef {object} Host
 * @property {(path: string, suffix: string) => Promise<Response>} asset Fetches a file; the suffix completes its name.
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

const movedPath = /\.md$|\/(from|page)\/[^/]+$/;

/**
 * Returns the page that a Markdown file belongs to.
 * @param {string} path
 */
const pageOf = (path) => (path === '/index.md' ? '/' : path.replace(/\.md$/, ''));

/**
 * @param {Record<string, string>} templates
 * @param {string} path
 * @param {string} tokens
 */
const fillTemplates = (templates, path, tokens) =>
  Object.fromEntries(
    Object.entries(templates).map(([name, value]) => [
      name,
      value.replaceAll('{path}', path).replaceAll('{page}', pageOf(path)).replaceAll('{tokens}', tokens),
    ]),
  );

/**
 * Evaluates the validators of a request. If-None-Match takes precedence over If-Modified-Since (RFC 9110 §13.2.2).
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
function notFound(path, headers) {
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
async function requestSidecar(request, url, id, table, host) {
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
async function sendFile(request, path, line, status, id, table, host) {
  const { headerClass, etag, modified, suffix, tokens } = readLine(line);
  const { 'Content-Type': type, ...rest } = fillTemplates(table.classes[headerClass] ?? {}, path, tokens);
  const headers = { ...rest, ETag: etag, 'Last-Modified': modified.toUTCString(), 'X-Request-Id': id };
  if (status === 200 && isCurrent(request.headers, etag, modified)) return new Response(null, { status: 304, headers });
  const sent = { ...headers, 'Content-Type': type ?? 'application/octet-stream' };
  if (request.method === 'HEAD') return new Response(null, { status, headers: sent });
  const file = await host.asset(path, suffix);
  if (!file.ok) return requestSidecar(request, new URL(request.url), id, table, host);
  return new Response(file.body, { status, headers: sent });
}

/**
 * Returns a redirect to the address without trailing slashes, if there is a file.
 * @param {URL} url
 * @param {Record<string, string>} headers
 * @param {Table} table
 */
function redirectWithoutSlash(url, headers, table) {
  const bare = url.pathname.replace(/(?<!\/)\/+$/, '');
  if (bare === url.pathname || !Object.hasOwn(table.files, bare)) return undefined;
  return new Response(null, { status: 308, headers: { ...headers, ...table.redirect, Location: bare + url.search } });
}

/**
 * Answers a read of a path that has no file.
 * @param {Request} request
 * @param {{ url: URL, id: string, isForSidecar: boolean, isApi: boolean }} target
 * @param {Table} table
 * @param {Host} host
 * @returns {Promise<Response>}
 */
async function answerWithoutFile(request, { url, id, isForSidecar, isApi }, table, host) {
  const path = url.pathname;
  const headers = { ...table.common, 'X-Request-Id': id };
  if (isForSidecar && host.sidecar) return requestSidecar(request, url, id, table, host);
  if (isApi) return notFound(path, headers);
  const redirect = redirectWithoutSlash(url, headers, table);
  if (redirect) return redirect;
  // The sidecar answers in JSON or Markdown, and knows the new addresses of older pages.
  const isForSidecarToo = /json|markdown/i.test(request.headers.get('Accept') ?? '') || movedPath.test(path);
  if (isForSidecarToo && host.sidecar) return requestSidecar(request, url, id, table, host);
  if (!table.notFound) return new Response(null, { status: 404, headers });
  return sendFile(request, '/404', table.notFound, 404, id, table, host);
}

/**
 * Returns true if only the sidecar can answer: for writes, credentials, the sandbox and queries.
 * @param {Request} request
 * @param {URL} url
 * @param {boolean} isApi
 * @param {Table} table
 * @param {Host} host
 */
function needsSidecar(request, url, isApi, table, host) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return true;
  if (request.headers.has('Authorization') || request.headers.has('X-Service-Sandbox')) return true;
  if (url.search === '') return false;
  return isApi || (table.formPages.includes(url.pathname) && host.sidecar !== undefined);
}

/**
 * Returns true if the client may prefer Markdown, which only the sidecar can weigh.
 * @param {Request} request
 * @param {string} line
 */
const mayPreferMarkdown = (request, line) =>
  /\btext\/markdown\b/i.test(request.headers.get('Accept') ?? '') && readLine(line).hasMarkdown;

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
  if (needsSidecar(request, url, isApi, table, host)) return requestSidecar(request, url, id, table, host);
  const line = Object.hasOwn(table.files, path) ? table.files[path] : undefined;
  if (line !== undefined) {
    // Without a sidecar, the page is good enough.
    if (host.sidecar && mayPreferMarkdown(request, line)) return requestSidecar(request, url, id, table, host);
    return sendFile(request, path, line, 200, id, table, host);
  }
  const isForSidecar = isApi || `${path}/`.startsWith(`${table.consolePath}/`) || path === table.nexusPath;
  return answerWithoutFile(request, { url, id, isForSidecar, isApi }, table, host);
}

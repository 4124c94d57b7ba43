// Test helpers: a local site with given pages, and npm run init against it.
import * as fs from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { createPageGetter } from './fetch-page.ts';
import { readCall } from '../commands/command.ts';
import { root } from '../settings.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { initOptions } from './options.ts';
import { createPageReader } from './page-reader.ts';
import { runInit } from './run.ts';

const reader = createPageReader();
after(() => reader.close());

export type SitePages = Record<string, string | Buffer>;

/** Starts a site with these pages. Other paths return 404. */
export async function createTestSite(t: TestContext, pages: SitePages) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url!;
    requests.push(path);
    const body = pages[path];
    const text = body?.toString().slice(0, 100) ?? '';
    if (text.startsWith('→')) return void response.writeHead(301, { location: text.slice(1) }).end();
    const isPicture = Buffer.isBuffer(body) || text.startsWith('<svg');
    const page = /^<(\?xml|rss|feed)/.test(text) ? 'application/xml' : 'text/html; charset=utf-8';
    const type = isPicture ? 'image/png' : page;
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => (server.closeAllConnections(), server.close()));
  const folder = await fs.mkdtemp(join(tmpdir(), 'init-'));
  t.after(() => fs.rm(folder, { recursive: true }));
  const contentDir = join(folder, 'content');
  await fs.mkdir(contentDir);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, requests, contentDir };
}
export type TestSite = Awaited<ReturnType<typeof createTestSite>>;

export async function runInitOnSite(
  { origin, contentDir }: TestSite,
  args: string[] = [origin],
  answers?: string[],
  env: Environment = {},
) {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const getPage = createPageGetter(['127.0.0.1']);
  // Addresses of YouTube lead to /youtube on the test site.
  const get = async (url: string) => {
    if (/\.example$/.test(new URL(url).hostname)) throw new Error('Tests stay on this machine.');
    const page = await getPage(url.replace('https://www.youtube.com', `${origin}/youtube`));
    return { ...page, url: page.url.replace(`${origin}/youtube`, 'https://www.youtube.com') };
  };
  const terminal = { say, ask: async (question: string) => (say(question), answers!.shift()) };
  const tools = { get, getPicture: get, read: reader.read };
  const argv = ['--content', contentDir, '--allow-private', '127.0.0.1', ...args];
  const options = initOptions({ env, folder: root }, readCall('init', argv));
  const code = await runInit(options, { env, tools, say, ...(answers && { terminal }) });
  return { code, text: lines.join('\n') };
}

export const readContentJson = async ({ contentDir }: TestSite, name: string) =>
  JSON.parse(await fs.readFile(join(contentDir, name), 'utf8'));

export const rssXml = (title: string, items = 2, extra = '') => `<rss version="2.0"><channel><title>${title}</title>
  <link>https://tides.example/</link><description>All about &lt;b&gt;${title}&lt;/b&gt;.</description><language>en-gb</language>
  ${Array.from(
    { length: items },
    (_, n) => `<item><title>${title} ${n}</title><link>https://tides.example/${title}/${n}</link>
  <description>Text ${n}</description><category>Sea</category><pubDate>Wed, 0${n + 1} Jan 2025 10:00:00 GMT</pubDate>${extra}</item>`,
  ).join('')}
  </channel></rss>`;
export const atomXml = (
  title: string,
) => `<feed xmlns="http://www.w3.org/2005/Atom"><title>${title}</title><id>urn:x</id>
  <updated>2025-01-02T00:00:00Z</updated>${[0, 1]
    .map(
      (n) => `<entry><id>urn:${n}</id><title>${title} ${n}</title>
  <link href="https://tides.example/${title}/${n}"/><updated>2025-01-02T00:00:00Z</updated><content>Text</content></entry>`,
    )
    .join('')}</feed>`;
export const podcastXml = rssXml('pod', 2, '<enclosure url="https://cdn.example/a.mp3" type="audio/mpeg" length="1"/>');
export const feedLinkTag = (href: string, title = '') =>
  `<link rel="alternate" type="application/rss+xml" href="${href}" title="${title}">`;

// Follows every address of a room that its documents name, whatever their form.
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';

/** Addresses of this room in a text: JSON, XML, Markdown, headers. */
function namedIn(source: string, origin: string): string[] {
  const text = source.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  const found = text
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .matchAll(/https?:\/\/[^\s"'<>\\`\])]+/g);
  return [...found]
    .map(([url]) => url.replace(/[.,;:]+$/, ''))
    .filter((url) => url === origin || url.startsWith(`${origin}/`));
}

function linkedFrom(html: string, page: string, origin: string): string[] {
  const attributes = html.replace(/<form[^>]* method="post"[^>]*>/g, '').matchAll(/\s(?:href|src|action)="([^"]*)"/g);
  const urls = [...attributes].map(([, value]) => new URL(value!.replaceAll('&amp;', '&'), page).href);
  return urls.filter((url) => url.startsWith(`${origin}/`));
}

/** Slots to fill in, and what is to be filled in by the reader. */
const isTemplate = (url: string): boolean => /[{}]|%7B|TOPIC|WORDS|SHOW|SECRET|_ID\b|\/TOKEN/.test(url);

/** Statuses that are allowed besides 200, for addresses that need another method or a parameter. */
function isGoodAnswer(path: string, status: number): boolean {
  const own = Object.values<Endpoint>(endpoints).filter((record) => record.http.path === path);
  if (status === 405) return own.some(({ http }) => http.method !== 'GET');
  return status === 400 && own.some(({ http }) => (http.query?.required ?? []).length > 0);
}

export interface Crawled {
  seen: Set<string>;
  /** Address, answer, and the document that names it. */
  broken: string[];
}

/** Addresses of this room that an answer links or names. */
function addressesIn({ headers }: Response, text: string, url: string, origin: string): string[] {
  const type = headers.get('content-type') ?? '';
  const linked = type.startsWith('text/html') ? linkedFrom(text, url, origin) : [];
  const isText = /text\/|json|xml/.test(type);
  const named = isText ? namedIn(`${text}\n${headers.get('link') ?? ''}`, origin) : [];
  return [...linked, ...named];
}

export async function crawl(origin: string, from: string[]): Promise<Crawled> {
  const open = new Map(from.map((path) => [origin + path, 'the start']));
  const seen = new Set<string>();
  const broken: string[] = [];
  for (const [named, namer] of open) {
    const url = named.replace(/#.*$/, '');
    if (seen.has(url) || isTemplate(url)) continue;
    seen.add(url);
    const response = await fetch(url, { redirect: 'manual' });
    const text = await response.text();
    const path = new URL(url).pathname;
    if (response.status !== 200 && !isGoodAnswer(path, response.status))
      broken.push(`${url} answers ${response.status}, named in ${namer}`);
    if (response.status !== 200) continue;
    for (const next of addressesIn(response, text, url, origin)) if (!open.has(next)) open.set(next, url);
  }
  return { seen, broken };
}

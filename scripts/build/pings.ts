// Notifies search engines (IndexNow) and the WebSub hub of changes, if the creator has configured them.
import type { Creator } from '#contract/schemas/content-files.ts';
import { bookingForm } from '#domain/booking/booking.ts';
import { readPage } from '#domain/live-pages.ts';
import { notFoundPath } from '#domain/release/hosting.ts';
import { findReadAddressProblem } from '../../sidecar/outgoing/address-rule.ts';
import { isPossiblyPublicHost } from '../../sidecar/outgoing/addresses.ts';
import { createPoster } from '../../sidecar/outgoing/post.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { openCommandOutgoing } from '../outgoing.ts';
import type { PageChange } from './commit-release.ts';

/** Services that the creator has configured. */
export type PingChannels = Pick<Creator, 'indexNow' | 'webSubHub'>;

export interface Ping {
  /** Text for the report. */
  label: string;
  url: string;
  type: string;
  body: string;
}

const defaultTimeoutMs = 20_000;
const never = new AbortController().signal;
/** Limit of one IndexNow request. */
const maxUrls = 10_000;

const notForSearch: string[] = [notFoundPath, bookingForm.statePage, readPage.path];

/** Returns the paths of pages that were added, changed or removed. */
const changedPaths = (changes: PageChange[], isWanted: (path: string, type: string) => boolean): string[] =>
  changes
    .filter(({ path, before, after }) => before?.etag !== after?.etag && isWanted(path, (after ?? before)!.type))
    .map(({ path }) => path);

const isPage = (path: string, type: string) => type.startsWith('text/html') && !notForSearch.includes(path);
const isFeed = (_: string, type: string) => /^application\/(rss|atom|feed)\+/.test(type);

function indexNowPing({ key, endpoint }: NonNullable<Creator['indexNow']>, baseUrl: string, paths: string[]): Ping {
  const { host } = new URL(baseUrl);
  const urlList = paths.slice(0, maxUrls).map((path) => baseUrl + path);
  return {
    label: `IndexNow: ${urlList.length} pages`,
    url: endpoint ?? 'https://api.indexnow.org/indexnow',
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({ host, key, keyLocation: `${baseUrl}/${key}.txt`, urlList }),
  };
}

const webSubPing = (hub: string, baseUrl: string, path: string): Ping => ({
  label: `WebSub: ${path}`,
  url: hub,
  type: 'application/x-www-form-urlencoded',
  body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': baseUrl + path }).toString(),
});

/** Returns true for the names of examples and tests in RFC 2606. */
const isReserved = (hostname: string): boolean => /(^|\.)(example|test|invalid|example\.(com|net|org))$/.test(hostname);

const isReachable = (url: string): boolean => {
  const { hostname } = new URL(url);
  return isPossiblyPublicHost(hostname) && !isReserved(hostname);
};

/** Returns the announcements of a release; none if the public cannot reach the room. */
export function pingsForChanges(
  { indexNow: engines, webSubHub: hub }: PingChannels,
  baseUrl: string,
  changes: PageChange[],
): Ping[] {
  if ((!engines && !hub) || !isReachable(baseUrl)) return [];
  const pages = engines ? changedPaths(changes, isPage) : [];
  const present = changes.filter(({ after }) => after !== undefined);
  const feeds = hub ? changedPaths(present, isFeed) : [];
  return [
    ...(pages.length > 0 ? [indexNowPing(engines!, baseUrl, pages)] : []),
    ...feeds.map((path) => webSubPing(hub!, baseUrl, path)),
  ].filter(({ url }) => isReachable(url));
}

/**
 * Sends the announcements and returns a report line for each. Hosts in a private network are refused unless they are
 * allowed.
 */
export function sendPings(
  env: Environment,
  pings: Ping[],
  allowedHosts: string[],
  timeoutMs = defaultTimeoutMs,
): Promise<string[]> {
  const post = createPoster(openCommandOutgoing(env, { allowedHosts }), { rule: findReadAddressProblem, timeoutMs });
  const send = async ({ label, url, type, body }: Ping): Promise<string> => {
    const outcome = post(url, { 'content-type': type }, body, never).then(
      ({ status }) => (status < 300 ? 'notified' : `refused with status ${status}`),
      (error: Error) => `failed: ${error.message}`,
    );
    return `${label} ${await outcome}`;
  };
  return Promise.all(pings.map(send));
}

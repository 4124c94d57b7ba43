// The page that a person asked for before signing in: one of the console, whatever an address says.

/** Below /console, without what was said there; empty where it is no such page. */
export function safeTarget(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2000 || !/^\/[\w-]/.test(path)) return '';
  const url = new URL(path, 'http://console.invalid');
  if (url.host !== 'console.invalid' || /^\/(sign-in|sign-out|build|again)\b/.test(url.pathname)) return '';
  for (const name of ['notice', 'count']) url.searchParams.delete(name);
  return url.pathname + url.search;
}

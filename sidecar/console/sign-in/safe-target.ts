// Validates the page to continue to after signing in.

/** Returns a path below /console without its notice, or an empty string if it is invalid. */
export function safeTarget(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2000 || !/^\/[\w-]/.test(path)) return '';
  const url = new URL(path, 'http://console.invalid');
  if (url.host !== 'console.invalid' || /^\/(sign-in|sign-out|build|again)\b/.test(url.pathname)) return '';
  for (const name of ['notice', 'count']) url.searchParams.delete(name);
  return url.pathname + url.search;
}

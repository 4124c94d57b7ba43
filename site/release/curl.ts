// A request as a line for a shell.

const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export interface CurlRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

export function curlCommand(url: string, { method = 'GET', headers = {}, body }: CurlRequest = {}): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const all = { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  return [
    `curl ${isPlain ? '' : `-X ${method} `}${quoteForShell(url)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoteForShell(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

// A request as a line for a shell.

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

export function curl(url: string, { method = 'GET', headers = {}, body }: Asked = {}): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const all = { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  return [
    `curl ${isPlain ? '' : `-X ${method} `}${quoted(url)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

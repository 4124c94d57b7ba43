// Renders a request as a curl command.

const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export interface CurlRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Body, which is sent as JSON. */
  body?: unknown;
}

export function formatCurlCommand(url: string, { method = 'GET', headers = {}, body }: CurlRequest = {}): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const all = { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  return [
    `curl ${isPlain ? '' : `-X ${method} `}${quoteForShell(url)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoteForShell(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

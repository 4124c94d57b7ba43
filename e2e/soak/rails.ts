// Each way to pay for a text: how to get an invoice, and how to ask for the text once it is paid.
import assert from 'node:assert/strict';
import { postJson, type Room } from '../room.ts';

type Headers = Record<string, string>;

/** A request without a usable answer: the room or its wallet is unavailable, or the payment is not seen yet. */
export class NotYet extends Error {
  constructor(said: string) {
    super(said.slice(0, longestShown));
  }
}
const longestShown = 300;

export interface Opened {
  invoice: string;
  /** Redeems a payment with its preimage, or with what the rail knows. Throws NotYet if it has not arrived. */
  ask: (preimage: string) => Promise<string>;
}

export interface Buyer {
  room: Pick<Room, 'baseUrl'>;
  /** An address of its own. */
  from: Headers;
  /** Id of the article. */
  id: string;
  /** The resource that is bought. */
  resourceId: string;
  tipMsat: number;
}

export type Rail = (buyer: Buyer) => Promise<Opened>;

async function reach(work: Promise<Response>): Promise<Response> {
  const response = await work.catch((error: Error) => {
    throw new NotYet(error.message);
  });
  if (response.status >= 500) throw new NotYet(`${response.status} ${await response.text().catch(() => '')}`);
  return response;
}
const textOf = (response: Response): Promise<string> =>
  response.text().catch((error: Error) => {
    throw new NotYet(error.message);
  });

const pathOf = ({ id }: Buyer) => `/api/article/${id}/markdown`;
const get = ({ room, from }: Buyer, path: string, headers: Headers = {}) =>
  reach(fetch(room.baseUrl + path, { headers: { ...from, ...headers }, redirect: 'manual' }));

/** The 402, once it holds an invoice. */
async function challenged(buyer: Buyer): Promise<Response> {
  const response = await get(buyer, pathOf(buyer));
  const said = await textOf(response);
  assert.equal(response.status, 402, said);
  if (!response.headers.has('www-authenticate')) throw new NotYet(said);
  return response;
}

const read = async (buyer: Buyer, headers: Headers) => textOf(await get(buyer, pathOf(buyer), headers));

const json = (text: string, encoding: BufferEncoding = 'base64') => JSON.parse(Buffer.from(text, encoding).toString());
const encoded = (value: object, encoding: BufferEncoding) => Buffer.from(JSON.stringify(value)).toString(encoding);

const l402: Rail = async (buyer) => {
  const header = (await challenged(buyer)).headers.get('www-authenticate')!;
  const [, macaroon, invoice] = /macaroon="([^"]+)", invoice="([^"]+)"/.exec(header)!;
  return { invoice: invoice!, ask: (preimage) => read(buyer, { authorization: `L402 ${macaroon}:${preimage}` }) };
};

const mpp: Rail = async (buyer) => {
  const header = (await challenged(buyer)).headers.get('www-authenticate')!;
  const parameters = header.slice(header.indexOf('Payment ')).matchAll(/(\w+)="([^"]*)"/g);
  const challenge = Object.fromEntries([...parameters].map(([, name, value]) => [name!, value!]));
  const { invoice } = json(challenge.request!, 'base64url').methodDetails;
  const ask = (preimage: string) =>
    read(buyer, { authorization: `Payment ${encoded({ challenge, payload: { preimage } }, 'base64url')}` });
  return { invoice, ask };
};

/** Redeems a payment without the preimage, by the state of the wallet. */
const x402: Rail = async (buyer) => {
  const { accepts } = json((await challenged(buyer)).headers.get('payment-required')!);
  const { invoice } = accepts[0].extra;
  const signature = encoded({ x402Version: 2, accepted: accepts[0], payload: { invoice } }, 'base64');
  return { invoice, ask: () => read(buyer, { 'payment-signature': signature }) };
};

type Said = Record<string, unknown>;
type Call = (asked: Said, authorization?: string) => Promise<Said>;

/** Creates a rail from the calls of one protocol. `call` throws if a request is refused. */
async function byContext({ id, resourceId }: Buyer, call: Call): Promise<Opened> {
  const { invoice, payment_context_token } = await call({ resourceId });
  let authorization: string | undefined;
  const ask = async () => {
    authorization ??= `L402 ${String((await call({ payment_context_token })).accessToken)}`;
    return JSON.stringify(await call({ id }, authorization));
  };
  return { invoice: String(invoice), ask };
}

const tools: Record<string, string> = {
  resourceId: 'request_payment',
  payment_context_token: 'verify_payment',
  id: 'get_article',
};

const mcp: Rail = (buyer) =>
  byContext(buyer, async (asked, authorization) => {
    const params = {
      name: tools[Object.keys(asked)[0]!],
      arguments: asked,
      ...(authorization && { _meta: { authorization } }),
    };
    const headers = { ...buyer.from, accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const said = await textOf(await reach(postJson(buyer.room, '/api/mcp', body, headers)));
    const { result } = JSON.parse(/\{.*\}/s.exec(said)![0]) as {
      result?: { isError?: boolean; structuredContent: Said };
    };
    if (!result || result.isError) throw new NotYet(said);
    return result.structuredContent;
  });

let messages = 0;
const a2a: Rail = (buyer) =>
  byContext(buyer, async (asked, authorization) => {
    const about = { messageId: `soak-${++messages}`, role: 'ROLE_USER', parts: [{ data: asked }] };
    const params = { message: { ...about, ...(authorization && { metadata: { authorization } }) } };
    const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params };
    const said = await textOf(await reach(postJson(buyer.room, '/api/a2a', body, buyer.from)));
    const { result } = JSON.parse(said) as { result?: { message?: { parts: { data?: Said }[] } } };
    const found = result?.message?.parts.find(({ data }) => data)?.data;
    if (!found) throw new NotYet(said);
    return found;
  });

/** On the page, without scripts, in one browser. */
const people: Rail = async (buyer) => {
  const page = `/read?for=article:${buyer.id}`;
  const jar = new Map<string, string>();
  const visit = async (path: string) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await get(buyer, path, { cookie });
    for (const [, name, value] of response.headers.getSetCookie().map((one) => /^([\w-]+)=([^;]*)/.exec(one)!))
      jar.set(name!, value!);
    return response;
  };
  const html = await textOf(await visit(page));
  const invoice = /href="lightning:(lnbc[^"]+)"/.exec(html)?.[1];
  if (!invoice) throw new NotYet(html);
  const done = /data-done="([^"]+)"/.exec(html)![1]!.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
  const ask = async () => {
    const opened = await visit(done);
    return textOf(opened.status === 303 ? await visit(page) : opened);
  };
  return { invoice, ask };
};

/** Nothing is bought: the room only has to record that the tip arrived. */
const tip: Rail = async (buyer) => {
  const path = `/.well-known/lnurlp/mara/callback?amount=${buyer.tipMsat}&comment=Thanks`;
  const said = JSON.parse(await textOf(await get(buyer, path))) as { pr?: string };
  if (!said.pr) throw new NotYet(JSON.stringify(said));
  return { invoice: said.pr, ask: async () => '' };
};

export const rails = { l402, mpp, x402, mcp, a2a, people, tip };
/** A payer who shows the preimage never has to wait for the wallet. */
export const showsPreimage = new Set<string>(['l402', 'mpp']);

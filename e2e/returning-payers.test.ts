// People who paid on a page, closed it, and come back: nobody is asked to pay again, and nobody else gets what was
// paid for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { idOf, pricedText, testContent } from './content.ts';
import { manyRequests, type RunningRoom, startRoom } from './room.ts';
import { until } from './until.ts';
import { type LightningWallet, startWallet } from './wallet.ts';

const id = idOf('priced', 10);
const article = `/read?for=${encodeURIComponent(`article:${id}`)}`;
const kit = '/read?for=guest-kit';
const sourceUrl = 'https://example.org/a.mp3';
const recording = `/read?${new URLSearchParams({ for: 'transcribe', sourceUrl, maxMinutes: '21' })}`;
let wallet: LightningWallet;
let room: RunningRoom;

before(async () => {
  wallet = await startWallet();
  const prices = { [`article:${id}`]: 21, articles: 9, 'guest-kit': 10 };
  const access = { enabled: true, prices, pricePerMinute: 2, dayPassSats: 30, tips: { name: 'mara' } };
  const spoken = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nThe gauge house stood empty.\n';
  const files = {
    'access.json': JSON.stringify(access),
    [`transcripts/${idOf('talk-about-tides', 4)}.vtt`]: spoken,
  };
  const settings = {
    WALLET: 'lnbits',
    LNBITS_URL: wallet.url,
    LNBITS_KEY: wallet.key,
    RATES: manyRequests,
    ALLOWED_HOSTS: new URL(wallet.url).host,
  };
  room = await startRoom(await testContent(files), settings);
});
after(async () => {
  await room.stop();
  await wallet.stop();
});

/** Keeps its cookies, and follows redirects. */
function openBrowser() {
  const cookies = new Map<string, string>();
  const send = async (path: string): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(path, room.baseUrl), { headers: { cookie }, redirect: 'manual' });
    return answer;
  };
  const take = (answer: Response): Response => {
    for (const one of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!;
      cookies.set(name!, value!);
    }
    return answer;
  };
  const follow = async (answer: Response): Promise<{ html: string; path: string }> => {
    const to = take(answer).headers.get('location');
    if (to) return follow(await send(to));
    return { html: await answer.text(), path: answer.url.replace(room.baseUrl, '') };
  };
  const look = async (path: string) => follow(await send(path));
  /** Pages that are opened before the first of them has answered. */
  const lookAtOnce = async (...paths: string[]) => Promise.all((await Promise.all(paths.map(send))).map(follow));
  return { look, lookAtOnce };
}

const invoiceIn = ({ html }: { html: string }): string | undefined => /data-invoice="([^"]+)"/.exec(html)?.[1];

test('an article is open for the browser that paid for it, without a press of the button, and for no other', async () => {
  const browser = openBrowser();
  const invoice = invoiceIn(await browser.look(article))!;
  assert.equal(invoiceIn(await browser.look(article)), invoice, 'a second tab has the same invoice');
  await wallet.pay(invoice);
  for (const visit of ['first', 'second']) assert.ok((await browser.look(article)).html.includes(pricedText), visit);
  assert.ok(invoiceIn(await openBrowser().look(article)));
  await room.restart();
  assert.ok((await browser.look(article)).html.includes(pricedText), 'after a restart');
});

test('a new browser can pay on either of two pages that it opens at the same time', async () => {
  for (const paid of [0, 1]) {
    const browser = openBrowser();
    const pages = await browser.lookAtOnce(article, article);
    await wallet.pay(invoiceIn(pages[paid]!)!);
    assert.ok((await browser.look(article)).html.includes(pricedText), String(paid));
  }
});

test('a day pass that was paid for opens an article for the browser', async () => {
  const browser = openBrowser();
  await wallet.pay(invoiceIn(await browser.look('/read?for=articles'))!);
  assert.ok((await browser.look(article)).html.includes(pricedText));
});

test('a wallet that does not answer when the payer comes back opens the article later, with the same invoice', async () => {
  const browser = openBrowser();
  const invoice = invoiceIn(await browser.look(article))!;
  await wallet.pay(invoice);
  await wallet.down(true);
  const meanwhile = invoiceIn(await browser.look(article));
  assert.ok(meanwhile === undefined || meanwhile === invoice);
  await wallet.down(false);
  await until(async () => (await browser.look(article)).html.includes(pricedText), 'the text is shown');
});

test('a guest kit that was paid for is made on return, and the next one is sold', async () => {
  const browser = openBrowser();
  await wallet.pay(invoiceIn(await browser.look(kit))!);
  const { html } = await browser.look(kit);
  const payment = /href="\/guest-kit\?payment=([^"]+)"/.exec(html)![1]!;
  const body = new URLSearchParams({ showName: 'The Long Pier', payment });
  const made = await fetch(`${room.baseUrl}/guest-kit`, { method: 'POST', body, redirect: 'manual' });
  assert.match(made.headers.get('location')!, /^\/guest-kit\?id=/);
  assert.ok(invoiceIn(await browser.look(kit)));
});

test('a guest kit whose payment is not seen yet leads back to its invoice', async () => {
  const browser = openBrowser();
  const { html } = await browser.look(kit);
  const payment = /data-payment="([^"]+)"/.exec(html)![1]!;
  const body = new URLSearchParams({ showName: 'The Long Pier', payment });
  const made = await fetch(`${room.baseUrl}/guest-kit`, { method: 'POST', body, redirect: 'manual' });
  assert.equal(invoiceIn(await browser.look(made.headers.get('location')!)), invoiceIn({ html }));
});

test('a recording that was paid for is transcribed on return, also a second time, and another one is sold', async () => {
  const browser = openBrowser();
  await wallet.pay(invoiceIn(await browser.look(recording))!);
  for (const visit of ['first', 'second'])
    await until(
      async () => (await browser.look(recording)).html.includes('The gauge house stood empty.'),
      `the text is shown on the ${visit} visit`,
    );
  assert.ok(invoiceIn(await browser.look(recording.replace('a.mp3', 'b.mp3'))));
  assert.ok(invoiceIn(await openBrowser().look(recording)));
});

test('the page of a tip says thanks when it is loaded again after the payment, and opens no second invoice before', async () => {
  const browser = openBrowser();
  const numberIn = async () => /name="number" value="([\w-]+)"/.exec((await browser.look('/read?for=tip')).html)![1];
  const path = `/read?for=tip&number=${await numberIn()}&sats=7&comment=Hi`;
  const invoice = invoiceIn(await browser.look(path))!;
  assert.equal(invoiceIn(await browser.look(path)), invoice);
  assert.notEqual(invoiceIn(await openBrowser().look(path)), invoice);
  await wallet.pay(invoice);
  assert.match((await browser.look(path)).html, /Thank you! Your tip/);
  const second = `/read?for=tip&number=${await numberIn()}&sats=7&comment=Hi`;
  assert.ok(invoiceIn(await browser.look(second)), 'a second tip of the same amount is taken');
});

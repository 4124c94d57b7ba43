// Tests the files that crawlers read first against the rules of each format.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { sandboxRoom } from '#domain/sandbox.ts';
import { isLicensed, nostrJson, robotsTxt, rslLicense, securityTxt } from './policy.ts';

const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const syndication = { available: true, attribution: 'Me & you', terms: 'Ask.' };
const withSettings = (settings: object) => ({ ...mock, creator: { ...mock.creator, ...settings } });
const licensed = withSettings({ syndication, name: 'A <b> & C' });

test('robots.txt says in one group what content may be used for, and where the rest is', () => {
  const text = robotsTxt(licensed);
  assert.match(text, /^User-agent: \*\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: \/\n\n/);
  assert.match(text, /^Sitemap: https:\/\/room\.example\/sitemap-index\.xml$/m);
  const open = withSettings({ contentSignals: { search: false, aiInput: false, aiTrain: true } });
  assert.match(robotsTxt(open), /^Content-Signal: search=no, ai-input=no, ai-train=yes$/m);
});

/** The licence follows RSL 1.0 §3.4.1 and §3.7. */
const usages = ['all', 'ai-all', 'ai-train', 'ai-input', 'ai-index', 'search'];
const payments = ['purchase', 'subscription', 'training', 'crawl', 'use', 'contribution', 'attribution', 'free'];

test('the licence is RSL 1.0, agrees with the signals, and names who holds the rights', () => {
  const xml = rslLicense(licensed);
  assert.equal(XMLValidator.validate(xml), true);
  const { rsl } = new XMLParser({ ignoreAttributes: false, processEntities: { enabled: true } }).parse(xml);
  assert.equal(rsl['@_xmlns'], 'https://rslstandard.org/rsl');
  const { license, copyright, terms, '@_url': url } = rsl.content;
  assert.equal(url, '/');
  assert.equal(license.permits['@_type'], 'usage');
  assert.deepEqual(license.permits['#text'].split(' '), ['search', 'ai-index', 'ai-input']);
  assert.equal(license.prohibits['#text'], 'ai-train');
  for (const usage of `${license.permits['#text']} ${license.prohibits['#text']}`.split(' '))
    assert.ok(usages.includes(usage), usage);
  assert.ok(payments.includes(license.payment['@_type']));
  assert.equal(license.payment['@_type'], 'attribution');
  assert.match(copyright['#text'], /^A (<|&#60;)b/);
  assert.equal(terms, 'https://room.example/#reprinting');
  const paid = { ...licensed, access: { enabled: true, prices: { articles: 10 } } };
  assert.match(rslLicense(paid), /<payment type="purchase">/);
});

test('there is no licence without permission to reprint', () => {
  assert.equal(isLicensed(mock), false);
  assert.equal(isLicensed(withSettings({ syndication: { ...syndication, available: false } })), false);
});

test('security.txt has what RFC 9116 requires, once, and is there only when the creator names a contact', () => {
  assert.equal(securityTxt(mock), undefined);
  const contact = 'mailto:security@example.org';
  const text = securityTxt(withSettings({ security: { contact, expires: '2027-01-01T00:00:00Z' } }))!;
  const fields = text
    .trim()
    .split('\n')
    .map((line) => line.split(': '));
  assert.deepEqual(fields, [
    ['Contact', contact],
    ['Expires', '2027-01-01T00:00:00Z'],
    ['Preferred-Languages', 'en'],
    ['Canonical', 'https://room.example/.well-known/security.txt'],
  ]);
});

test('the name of NIP-05 leads to the key, and a key without a name is that of the host', () => {
  assert.equal(nostrJson(mock), undefined);
  const nostr = { pubkey: 'ab'.repeat(32), relays: ['wss://relay.example'] };
  const relays = { [nostr.pubkey]: nostr.relays };
  const read = (settings: object) => JSON.parse(nostrJson(withSettings({ nostr: settings }))!);
  assert.deepEqual(read({ ...nostr, nip05: 'Ida@room.example' }), { names: { ida: nostr.pubkey }, relays });
  assert.deepEqual(read(nostr), { names: { _: nostr.pubkey }, relays });
});

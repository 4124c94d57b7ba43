// Tests contacts, which pages of many languages write in many ways.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftContacts } from './contacts.ts';
import type { Discovery } from './discover.ts';
import { readPageFacts } from './page-facts.ts';

function contactsOf(...htmls: string[]) {
  const pages = htmls.map((html) => ({
    ...readPageFacts({
      url: 'https://tides.example/',
      contentType: 'text/html; charset=utf-8',
      bytes: Buffer.from(html),
    }),
    isHosted: false,
  }));
  const found: Discovery = { pages, asides: [], feeds: [], hints: [], problems: [] };
  return draftContacts(found, 'Ada Marin');
}
const mailsIn = (html: string) => contactsOf(html).contacts?.map(({ email }) => email);

test('mail addresses are read however they are written', () => {
  for (const written of [
    'ada@tides.example',
    'ada (at) tides.example',
    'ada [at] tides [dot] example',
    'ada{at}tides(dot)example',
    'ada at tides dot example',
    '<a href="mailto:ada%40tides.example?subject=Hello">Write to me</a>',
    '<span data-cfemail="8be9eaefc9">no</span> <b>ada@</b>tides.example',
    'ada＠tides．example',
    'ada●tides.example（●を@に変えてください）',
    '<span data-user="ada" data-domain="tides.example"></span>',
    `<script>var u = "ada", d = 'tides.example'; document.write('<a href="mailto:' + u + '@' + d + '">x</a>');</script>`,
    `<a href="#" onclick="location.href='mailto:' + 'ada' + '@' + 'tides.example'">Write to me</a>`,
    `<a href="javascript:location='mailto:ada'+'@'+'tides.example'">Write to me</a>`,
  ])
    assert.deepEqual(mailsIn(`<p>${written}</p>`), ['ada@tides.example'], written);
  const key = 0x5a;
  const protectedMail = [key, ...Buffer.from('ada@tides.example').map((byte) => byte ^ key)];
  const hex = Buffer.from(protectedMail).toString('hex');
  assert.deepEqual(mailsIn(`<a href="/cdn-cgi/x" data-cfemail="${hex}">[email&#160;protected]</a>`), [
    'ada@tides.example',
  ]);
  assert.equal(mailsIn('<p>Look at me. Meet me at tides.</p><script>x@tides.example</script>'), undefined);
});

test('roles come from the words before an address, the address, the heading or the title, in any language', () => {
  const roles: [html: string, role: string][] = [
    ['<p>Presse: kim@tides.example</p>', 'press'],
    ['<p>Contacto de prensa: kim@tides.example</p>', 'press'],
    ['<h2>Ufficio stampa</h2><p>kim@tides.example</p>', 'press'],
    ['<p>取材のご依頼：kim@tides.example</p>', 'press'],
    ['<p>للصحافة: kim@tides.example</p>', 'press'],
    ['<title>Press</title><p>kim@tides.example</p>', 'press'],
    ['<p>media@tides.example</p>', 'press'],
    ['<p>Agentur: kim@tides.example</p>', 'management'],
    ['<h3>Booking</h3><p>kim@tides.example</p>', 'booking'],
    ['<dl><dt>取材・広報</dt><dd>kim@tides.example</dd></dl>', 'press'],
    ['<table><tr><td>Réservations</td><td>kim@tides.example</td></tr></table>', 'booking'],
    ['<p>Presse<br>kim@tides.example</p>', 'press'],
    ['<title>写真事務所</title><p>星野写真事務所 kim@tides.example</p>', 'general'],
    ['<h3>Press</h3><p>Read it.</p><footer><p>kim@tides.example</p></footer>', 'general'],
    ['<p>I like to express myself: kim@tides.example</p>', 'general'],
  ];
  for (const [html, role] of roles) {
    const { pressContact, contacts } = contactsOf(html);
    assert.equal(pressContact ? 'press' : contacts?.[0]?.role, role, html);
  }
});

test('several contacts of one line or block keep their roles, names and telephone numbers', () => {
  const { pressContact, contacts } = contactsOf(
    `<p>Press: press@tides.example · Booking: gigs@tides.example</p>
    <address>Kim Roth<br>Quay 3<br>24937 Harbour<br>Tel. 0461 / 555 01 23<br>Fax 0461 / 555 01 24<br>
    <a href="mailto:kim@tides.example">kim@tides.example</a></address>`,
  );
  assert.deepEqual(pressContact, { name: 'Ada Marin', email: 'press@tides.example' });
  assert.deepEqual(contacts, [
    { role: 'general', name: 'Kim Roth', email: 'kim@tides.example', telephone: '0461 / 555 01 23' },
    { role: 'booking', name: 'Ada Marin', email: 'gigs@tides.example' },
  ]);
});

test('contacts are read from JSON-LD, and one that a page repeats gets the telephone number of the page', () => {
  const person = {
    '@type': 'Person',
    name: 'Ada Marin',
    email: 'mailto:ada@tides.example',
    contactPoint: { '@type': 'ContactPoint', contactType: 'press', name: 'Kim Roth', email: 'kim@tides.example' },
  };
  const { pressContact, contacts } = contactsOf(
    `<script type="application/ld+json">${JSON.stringify(person)}</script>
    <p>ada (at) tides.example<br><a href="tel:+3585550123">Call me</a></p>`,
  );
  assert.deepEqual(pressContact, { name: 'Kim Roth', email: 'kim@tides.example' });
  assert.deepEqual(contacts, [
    { role: 'general', name: 'Ada Marin', email: 'ada@tides.example', telephone: '+3585550123' },
  ]);
});

test('a page that is made to stop the reader is read in a moment', () => {
  const before = process.cpuUsage();
  for (const part of ['a@', 'a at b dot ', '+1 ', 'Tel: 1 ', '<p>a.', 'a (', '1-'])
    contactsOf(`<p>${part.repeat(20_000)}</p>`);
  assert.ok(process.cpuUsage(before).user / 1000 < 8000);
});

test('names are read next to an address in scripts without capital letters, and numbers in digits of full width', () => {
  const { pressContact, contacts } = contactsOf(
    `<dl><dt>取材・広報</dt><dd>担当：村上 葵 press@tides.example</dd><dt>電話</dt><dd>０１３４－５５－０１２３</dd></dl>
    <p>حجوزات: ليلى حداد، gigs@tides.example</p>`,
  );
  assert.deepEqual(pressContact, { name: '村上 葵', email: 'press@tides.example' });
  assert.deepEqual(contacts, [
    { role: 'general', name: 'Ada Marin', telephone: '0134-55-0123' },
    { role: 'booking', name: 'ليلى حداد', email: 'gigs@tides.example' },
  ]);
});

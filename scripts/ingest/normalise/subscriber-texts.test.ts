import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTeaser } from './subscriber-texts.ts';

const link = 'https://letters.example/p/on-tides';
const begin = '<p>The moon pulls twice a day, and the harbour answers once.</p>';
const read = (html: string, { title = 'On tides', generator = '' } = {}) =>
  readTeaser(html, { title, link }, { generator });

const cutTexts: Record<string, string> = {
  'a link to the rest and a button of a newsletter':
    '<p><a href="https://letters.example/p/on-tides">Read more</a></p><p class="button-wrapper"><a class="button primary" href="https://letters.example/subscribe?utm_source=post">Subscribe now</a></p>',
  'a link to the rest in the last paragraph':
    '<p>Every … <a href="/p/on-tides/?utm_source=rss">Continue reading →</a></p><p><a href="https://letters.example/membership/">Become a member</a></p>',
  'a box of a publishing platform':
    '<div class="gh-post-upgrade-cta"><div class="content"><h2>This post is for paying subscribers only</h2><a class="btn" href="#/portal/signup">Subscribe now</a><p>Already have an account? <a href="#/portal/signin">Sign in</a></p></div></div>',
  'a sentence about paid subscribers': '<p><strong>This post is for paid subscribers.</strong></p>',
  'a sentence about members': '<p>The rest of this article is available to members only.</p>',
  'an offer of a trial':
    '<p>Keep reading with a 7-day free trial</p><p>Subscribe to <em>On water</em> to keep reading.</p>',
  'an offer to patrons': '<p>Unlock this post by becoming a patron.</p>',
  'a preview of an episode':
    '<p>This is a free preview of a paid episode. To hear more, visit <a href="https://letters.example/p/1">letters.example</a></p>',
  'the mark of a membership service': '<p>___STEADY_PAYWALL___</p>',
  'a German notice': '<p>Dieser Beitrag ist nur für Abonnentinnen und Abonnenten.</p>',
  'a German invitation':
    '<p>Werden Sie Mitglied, um weiterzulesen. <a href="https://steady.page/tide">Mitglied werden</a></p>',
  'a French notice': '<p>La suite est réservée aux abonnés.</p>',
  'a Spanish notice': '<p>Este contenido es exclusivo para suscriptores.</p>',
  'an Italian notice': '<p>Il resto è riservato agli abbonati.</p>',
  'a Dutch notice': '<p>Dit artikel is alleen voor abonnees.</p>',
  'a notice to patrons in Spanish': '<p>Contenido exclusivo para mecenas.</p>',
  'a notice to members in Portuguese': '<p>Texto reservado para os membros.</p>',
  'a notice to members in Dutch': '<p>Dit stuk is alleen voor leden.</p>',
  'a notice to members in Japanese': '<p>ここから先はメンバー限定です。</p>',
  'a trial of an episode of Substack':
    '<h2>Listen to this episode with a 7-day free trial</h2><p>Subscribe to <em>On water</em> to listen to this post and get 7 days of free access to the full post archives.</p>',
  'a tier of Ghost':
    '<aside><h2>This post is for subscribers on the Gold and Silver tiers only</h2><a href="#/portal/signup">Subscribe now</a></aside>',
  'the comment of Ghost before the rest': '<!--members-only-->',
  'a locked post of Patreon': '<p>Join to unlock</p>',
  'a level of Patreon': '<p>This post is for Lighthouse Keeper members.</p>',
  'a German offer of Steady':
    '<p>Um diesen Beitrag zu lesen, brauchst du eine Mitgliedschaft. Schon Mitglied? Hier anmelden</p>',
  'the snippet of a member-only story of Medium':
    '<p class="medium-feed-link"><a href="https://letters.example/p/on-tides?source=rss----1---4">Continue reading on Tides »</a></p>',
  'a message of Paid Memberships Pro':
    '<div class="pmpro"><div class="pmpro_card pmpro_content_message"><h2>Membership Required</h2><p>You must be a member to access this content.</p><p><a href="/levels/">View Membership Levels</a></p><p>Already a member? <a href="/login/">Log in here</a></p></div></div>',
  'an older message of Paid Memberships Pro':
    '<p>This content is for Harbour Master members only.<br><a href="/levels">Join Now</a></p>',
  'a message of WooCommerce Memberships':
    '<div class="woocommerce"><div class="woocommerce-info wc-memberships-restriction-message">To access this post, you must purchase <a href="/p">Tide pass</a>.</div></div>',
  'a message of Restrict Content':
    '<p>This content is restricted to site members. If you are an existing user, please log in.</p>',
  'a message of MemberPress':
    '<div class="mepr-unauthorized-message"><p>You are unauthorized to view this page.</p></div>',
  'an offer of Buttondown': '<p>To read the rest of this issue, upgrade to a premium subscription.</p>',
  'an offer of beehiiv':
    '<h3>Subscribe to On water to read the rest.</h3><p>Become a paying subscriber of On water to get access to this post and other subscriber-only content.</p><p>A subscription gets you:</p><ul><li>Two letters a week</li><li>The whole archive</li></ul>',
  'a wall of beehiiv for readers without an account':
    '<p>This content is free, but you must be subscribed to On water to continue reading.</p><p>Already a subscriber? Sign in.</p>',
  'a box of Memberful':
    '<div class="memberful-marketing-content"><p>Members read on.</p><a href="/join">Join</a></div>',
  'a wall of LinkedIn': '<p>Sign in to view more content</p>',
  'a Japanese notice': '<p>この続きは有料会員限定です。</p>',
};

for (const [name, end] of Object.entries(cutTexts))
  test(`A text that ends with ${name} is cut`, () => {
    const { html, isCut } = read(begin + end);
    assert.equal(isCut, true);
    const text = html!
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    assert.match(text, /^The moon pulls twice a day, and the harbour answers once\.(?: Every …)?$/);
  });

const wholeTexts: Record<string, string> = {
  'an appeal for support':
    '<p>Become a patron to get bonus episodes and a sticker: <a href="https://www.patreon.com/x">Patreon</a></p>',
  'a link to another page': '<p>More on this: <a href="https://letters.example/p/moons">Read more</a></p>',
  'a link to a channel': '<p><a class="button" href="https://www.youtube.com/@tides">Subscribe</a></p>',
  'a sentence about subscriptions':
    '<p>Newspapers reserve their best articles for members only, and I understand why.</p>',
  'thanks to members': '<p>Thanks to all members who made this episode possible.</p>',
  'a list of what members get, in a text about memberships':
    '<p>What a club gives its members:</p><ul><li>A key</li><li>A boat</li></ul>',
  'a box for members that holds the whole text': `<div class="members-only"><p>${'Low water. '.repeat(120)}</p></div>`,
  'a dedication to members of a family': '<p>This story is for the members of my family who stayed.</p>',
  'a picture': '<p>Subscribers only: <img src="https://letters.example/a.jpg" alt=""></p>',
};

for (const [name, end] of Object.entries(wholeTexts))
  test(`A text that ends with ${name} is whole and stays as it is`, () => {
    assert.deepEqual(read(begin + end), { html: begin + end, isCut: false });
  });

test('A whole text loses its buttons for subscribing, wherever they are', () => {
  const button =
    '<p class="button-wrapper"><a class="button" href="https://letters.example/subscribe?">Subscribe now</a></p>';
  const { html, isCut } = read(`${begin}${button}<p>The end.</p>${button}`);
  assert.equal(isCut, false);
  assert.doesNotMatch(html!, /Subscribe/);
  assert.match(html!, /once\..*The end\./);
});

test('A link to the rest alone marks an excerpt, not a text for subscribers', () => {
  const end = `<p><a href="${link}">Read more</a></p>`;
  assert.equal(read(begin + end).isCut, false);
  assert.equal(read(begin + end, { generator: 'Substack' }).isCut, true);
  assert.equal(read(begin + end, { title: '🔒 On tides' }).isCut, true);
});

test('A text may consist of nothing but the notice', () => {
  assert.deepEqual(read('This post is for paid subscribers.'), { html: '', isCut: true });
});

test('A very long text without an end is read quickly', () => {
  const started = process.cpuUsage();
  read(`subscribe ${'<div>'.repeat(50_000)}${'<p>read more '.repeat(20_000)}`);
  assert.ok(process.cpuUsage(started).user < 5_000_000);
});

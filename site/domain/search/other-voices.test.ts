// The speaker of each line of a text: the author, another named person, or unknown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOtherVoices } from './other-voices.ts';
import { passagesInTitle, passagesInExcerpt } from './passages.ts';
import { joinLines, parseTextLines } from './plain-text.ts';

const cast = {
  title: 'Salt in the fog',
  creator: ['Runa Vesterby'],
  persons: ['Runa Vesterby', 'Ottilie Marsh'],
  isOwn: true,
};

/** Returns “own”, the name of the speaker, or “?” for each line. */
function speakers(markdown: string, changes: Partial<typeof cast> = {}): string[] {
  const lines = parseTextLines(markdown);
  const text = joinLines(lines);
  const passages = findOtherVoices(lines, { ...cast, ...changes });
  let start = 0;
  return text.split('\n').map((line) => {
    const passage = passages.find(([from, to]) => from <= start && to >= start + line.length);
    start += line.length + 1;
    return passage ? (passage[2] ?? '?') : 'own';
  });
}

const own = 'The lamp was lit at nine and I went home.';

const cases: Record<string, [markdown: string, expected: string[]]> = {
  'a block quotation': [`${own}\n\n> Fog is only slow rain.\n\n${own}`, ['own', '?', 'own']],
  'a block quotation in a list, and one in another': [
    `- ${own}\n\n  > Fog is slow.\n  >\n  > > And wet.\n\n- ${own}`,
    ['own', '?', '?', 'own'],
  ],
  'a quotation with its source below it': [
    `> Fog is only slow rain.\n>\n> — Halvard Lie, *Coast Book*\n\n${own}`,
    ['Halvard Lie', 'Halvard Lie', 'own'],
  ],
  'a quotation whose source follows it': [
    `> Fog is only slow rain.\n\n— Halvard Lie\n\n${own}`,
    ['Halvard Lie', 'Halvard Lie', 'own'],
  ],
  'a quotation that ends with a name': [
    `> Fog is only slow rain.\n>\n> Halvard Lie\n\n${own}`,
    ['Halvard Lie', 'Halvard Lie', 'own'],
  ],
  'a quotation of a reporter': [
    `Tove Lund, writing for the Coast:\n\n> Fog is slow.\n\n${own}`,
    ['own', 'Tove Lund', 'own'],
  ],
  'a quotation below its source': [
    `Tove Lund, The Coast, “Fog”:\n\n> Fog is slow.\n\n${own}`,
    ['own', 'Tove Lund', 'own'],
  ],
  'a post that was embedded': [
    `${own}\n\n> Anyone seen the ferry?\n>\n> — Tove (@tove) [March 3](https://s.example/3)`,
    ['own', 'Tove', 'Tove'],
  ],
  'a quotation that is announced by name': [
    `Halvard Lie writes:\n\n> Fog is slow.\n\n${own}`,
    ['own', 'Halvard Lie', 'own'],
  ],
  'a line in quotation marks': [
    `“Fog is only slow rain.” — Halvard Lie\n\n«Et si la mer dort ?»\n\n${own}`,
    ['Halvard Lie', '?', 'own'],
  ],
  'a repost': [`RT @tove: Anyone seen the ferry?\n\nIt left at six.`, ['@tove', '@tove']],
  'a repost behind a remark': [`${own}\n\nSo true! RT @tove@s.example Fog again`, ['own', '@tove@s.example']],
  'a boost': [`🔁 Tove Lund boosted\n\nAnyone seen the ferry?`, ['?', '?']],
  'a post that points to another': [`RE: https://s.example/@tove/3\n\n${own}`, ['?', 'own']],
  'a reply with the words of another': [`RE: @tove Anyone seen the ferry?\n\nIt left.`, ['?', '?']],
  'a letter in one paragraph': [
    `Sigrid Moe from Bodø writes: I keep your lamp in my window.\n\n${own}`,
    ['Sigrid Moe', 'own'],
  ],
  'a letter of a reader without a name': [
    `A reader asks: does the horn ever stop?\n\nMy answer: only in June.`,
    ['?', 'own'],
  ],
  'a letter that is signed': [
    `${own}\n\nDear Runa,\n\nI keep your lamp in my window.\n\n— Sigrid, Bodø\n\n${own}`,
    ['own', 'Sigrid', 'Sigrid', 'Sigrid', 'own'],
  ],
  'a letter up to the next heading': [
    `Sigrid Moe writes:\n\nI keep your lamp.\n\nIt is green.\n\n## News\n\n${own}`,
    ['own', 'Sigrid Moe', 'Sigrid Moe', 'own', 'own'],
  ],
  'a section of letters': [
    `${own}\n\n## From our readers\n\nI keep your lamp.\n\n---\n\nMine is broken.\n\n## News\n\n${own}`,
    ['own', 'own', '?', '?', 'own', 'own'],
  ],
  'a German section of letters': [
    `## Leserbriefe\n\nIch habe sie noch.\n\n# Neues\n\n${own}`,
    ['own', '?', 'own', 'own'],
  ],
  'a listing from a document': [
    `From the README:\n\n\`\`\`\nA lamp for boats.\n\nNot a toy.\n\`\`\`\n\n${own}`,
    ['own', '?', '?', 'own'],
  ],
  'words with which a document describes itself': [
    `The project describes itself like this:\n\n*A lamp that never sleeps.*\n\n${own}`,
    ['own', '?', 'own'],
  ],
  'a quotation from a document': [`The README says:\n\n> Not a toy.\n\n${own}`, ['own', '?', 'own']],
  'a text below the name of its author': [
    `By Tove Lund\n\nI keep a lamp.\n\nIt is green.`,
    ['own', 'Tove Lund', 'Tove Lund'],
  ],
  'a text of a guest': [
    `*This is a guest post by Tove Lund, who keeps a lamp.*\n\nI keep a lamp.\n\nIt is green.`,
    ['own', 'Tove Lund', 'Tove Lund'],
  ],
  'a German text of a guest': [`Ein Gastbeitrag von Tove Lund\n\nIch habe ein Licht.`, ['own', 'Tove Lund']],
  'an excerpt up to the next break': [
    `The following is an excerpt from *Coast Book* by Halvard Lie.\n\nFog is slow.\n\n---\n\n${own}`,
    ['own', 'Halvard Lie', 'own'],
  ],
  'a question with its sender': [`Question from Lena: Does the horn stop?\n\n${own}`, ['Lena', 'own']],
  'a question of somebody in bold': [`**Lena, Malmö:** Does the horn stop?\n\n${own}`, ['Lena', 'own']],
  'thanks to a sponsor': [`${own}\n\nThanks to Lumo for sponsoring this episode!\n\n${own}`, ['own', '?', 'own']],
  'a sponsor of the week': [`${own}\n\nLumo is this week’s sponsor.\n\n${own}`, ['own', '?', 'own']],
  'an interview by names': [
    `${own}\n\n**Runa:** Who built it?\n\n**Halvard Lie:** My uncle.\n\nHe drank.\n\n**Runa:** And then?\n\n**Halvard Lie:** He stopped.`,
    ['own', 'Runa', 'Halvard Lie', 'Halvard Lie', 'Runa', 'Halvard Lie'],
  ],
  'an interview by questions and answers': [`${own}\n\nQ: Who built it?\n\nA: My uncle, in a week.`, ['own', '?', '?']],
  'an interview in capitals': [`RUNA: Who built it?\n\nHALVARD: My uncle.`, ['RUNA', 'HALVARD']],
  'a sentence of a guest': [`Ottilie: I never liked boats.\n\n${own}`, ['Ottilie', 'own']],
  'a sponsor in one paragraph': [
    `${own}\n\nThis issue is sponsored by Lumo Kettles. Lumo boils in a minute.\n\n${own}`,
    ['own', '?', 'own'],
  ],
  'a sponsor whose praise goes on': [
    `${own}\n\nThis week’s letter is brought to you by Lumo.\n\nLumo boils in a minute.\n\nGet 20% off.\n\n${own}`,
    ['own', '?', '?', '?', 'own'],
  ],
  'an advertisement below a label': [
    `${own}\n\n**Sponsor**\n\nBuy a better kettle.\n\n${own}`,
    ['own', '?', '?', 'own'],
  ],
  'an advertisement between a label and a heading': [
    `${own}\n\nSPONSORED\n\nBuy a better kettle.\n\n[Try it](https://k.example)\n\n## News\n\n${own}`,
    ['own', '?', '?', '?', 'own', 'own'],
  ],
  'an advertisement between breaks': [
    `${own}\n\n---\n\nSponsored by Lumo\n\nBuy a kettle.\n\nOr two of them.\n\n---\n\n${own}`,
    ['own', '?', '?', '?', 'own'],
  ],
  'an advertisement below a heading': [
    `### Werbung\n\nKessel kaufen.\n\nOder zwei.\n\n### Danach\n\n${own}`,
    ['?', '?', '?', 'own', 'own'],
  ],
  'a list of sponsors': [
    `${own}\n\nThanks to our sponsors:\n\n- Lumo: kettles\n- Brix: soap\n\n${own}`,
    ['own', '?', '?', '?', 'own'],
  ],
  'an advertisement with a label in brackets': [
    `${own}\n\n[Ad] Lumo boils in a minute.\n\n(Anzeige) Brix wäscht.\n\n【PR】Lumo\n\n${own}`,
    ['own', '?', '?', '?', 'own'],
  ],
  'an advertisement below another label': [
    `${own}\n\n**Promo**\n\nBuy a kettle.\n\n${own}\n\nPR\n\nBuy two.\n\n${own}`,
    ['own', '?', '?', 'own', '?', '?', 'own'],
  ],
  'a post that says it is paid for': [`Lumo boils in a minute #ad`, ['?']],
  'a paragraph with a link that is paid for': [
    `${own}\n\nI boil with [Lumo](https://k.example "Sponsored").\n\n- [Soap](https://b.example/?utm_medium=sponsor) of Brix\n\n${own}`,
    ['own', '?', '?', 'own'],
  ],
  'a paragraph before a link that is paid for': [
    `${own}\n\nLumo boils in a minute.\n\n[Buy one](https://k.example/?utm_source=runa&utm_medium=newsletter_ad)\n\n${own}`,
    ['own', '?', '?', 'own'],
  ],
  'a callout that is an advertisement': [
    `${own}\n\n> [!NOTE]\n> Sponsored by Lumo.\n>\n> Boils in a minute.\n\n${own}`,
    ['own', '?', '?', 'own'],
  ],
  'a quotation in a callout': [`> [!NOTE]\n> ${own}\n>\n> > Fog is slow.\n\n${own}`, ['own', '?', 'own']],
  'a letter without an address that somebody else ends': [
    `${own}\n\n---\n\nI keep your lamp in my window.\n\nIt is green.\n\nBest wishes,\\\nSigrid\n\n---\n\n${own}`,
    ['own', '?', '?', '?', '?', 'own'],
  ],
  'an interview without names': [
    `${own}\n\n**How did you build it?**\n\nIn a week.\n\n**And your uncle?**\n\nHe drank.\n\n## News\n\n${own}`,
    ['own', '?', '?', '?', '?', 'own', 'own'],
  ],
  'a code for a discount': [`${own}\n\nUse code FOG20 at the till.`, ['own', '?']],
};
for (const [name, [markdown, expected]] of Object.entries(cases)) {
  test(`not the author's words: ${name}`, () => assert.deepEqual(speakers(markdown), expected));
}

const plain = {
  'the name of the creator above the text': `By Runa Vesterby\n\n${own}`,
  'a line that begins like a byline': `By nightfall the lamp was lit\n\n${own}\n\nVon der Küste kommt Nebel\n\n${own}`,
  'an excerpt from a book of the creator': `An excerpt from my new book:\n\n${own}`,
  'a remark with a label': `**Note, May 3:** the horn is off.\n\n${own}`,
  'speech within a sentence': 'Then “it never stops” was all that Halvard said, and I believed him.',
  'a remark with a label and a date': 'Note: the horn is off.\n\nUpdate: it is on.\n\nPS: and off again.',
  'a list with labels': '- Bread: two loaves\n- Salt: a pinch\n- Bread again: none',
  'a sentence about sponsors': 'The club lost two sponsors this year, and I paid for the boat.',
  'a sentence about quoting': 'I asked the council and they wrote a long reply that says nothing.',
  'a sentence about letters': '## Letters of the alphabet\n\nEach of them is a drawing.',
  'an answer to oneself': 'As I wrote last year: the lamp is the town.',
  'a lead-in to a list of notes': 'Show notes:\n\nThe lamp, the horn.',
  'prose about boosting': 'Sales were boosted by the new lamp.',
  'a callout': `${own}\n\n> [!NOTE]\n> 💡 Mind the step.\n>\n> And the rope.\n\n> [!NOTE]\n>\n> - Wet\n\n${own}`,
  'words with brackets and tags': '[Later] the horn began. (Really) #adventure #prose',
  'a link with parameters': 'I read [the log](https://l.example/?utm_source=letter&utm_medium=email&page=3).',
  'the end of a letter of one’s own': `${own}\n\nBest wishes,\\\nRuna`,
  'a single question in bold': `**Do you hear it?**\n\n${own}`,
  'a signature': `${own}\n\n— Runa`,
};
for (const [name, markdown] of Object.entries(plain)) {
  test(`the author's own words: ${name}`, () => assert.deepEqual(new Set(speakers(markdown)), new Set(['own'])));
}

test('an item titled like a section of letters has no known author', () => {
  assert.deepEqual(speakers(own, { title: 'Your letters, answered' }), ['?']);
  assert.deepEqual(speakers(own, { title: 'Letters to a lamp' }), ['own']);
});

test('an interview without labels has unknown speakers', () => {
  const text = `${own}\n\n### Who built it?\n\nMy uncle.`;
  assert.deepEqual(speakers(text, { title: 'A conversation with the keeper' }), ['own', '?', '?']);
  assert.deepEqual(speakers(`${own}\n\n*Who built it?*\n\nMy uncle.`, { title: 'Q&A with the keeper' }), [
    'own',
    '?',
    '?',
  ]);
  assert.deepEqual(speakers(text), ['own', 'own', 'own']);
});

test('a title can mark the whole item as a repost', () => {
  assert.deepEqual(speakers('Anyone seen the ferry?\n\nIt left.', { title: 'RT @tove: Anyone seen …' }), [
    '@tove',
    '@tove',
  ]);
});

test('reposts are only detected in posts of the creator, because other items name their author', () => {
  assert.deepEqual(speakers('RT by @runa: Anyone seen the ferry?', { isOwn: false }), ['own']);
});

test('a summary or title that was cut from a quotation belongs to the author of the quotation', () => {
  const lines = parseTextLines(`${own}\n\n> Fog is only slow rain, and the sea is slower still.\n\n${own}`);
  const text = joinLines(lines);
  const passages = findOtherVoices(lines, cast);
  const summary = `went home. Fog is only slow rain…`;
  assert.deepEqual(passagesInExcerpt(summary, text, passages), [[11, 32]]);
  assert.deepEqual(passagesInExcerpt('Today: Fog is only slow rain, and the sea is slower still.', text, passages), [
    [7, 58],
  ]);
  const advertised = parseTextLines(`${own}\n\n**Sponsor**\n\nLumo boils fast.\n\n${own}`);
  const passage = findOtherVoices(advertised, cast);
  assert.deepEqual(passagesInExcerpt('Today I boil. Lumo boils fast. So do I.', joinLines(advertised), passage), [
    [14, 30],
  ]);
  assert.deepEqual(passagesInTitle('Fog is only slow rain', text, passages), []);
  assert.deepEqual(passagesInTitle('Fog is slow', 'Fog is slow\nMore', [[0, 11, 'Tove']]), [[0, 11, 'Tove']]);
});

test('exhaustion by labels, quotation marks and lead-ins: the work is bounded by the length', () => {
  for (const part of [
    '“ ',
    'A: b\n\n',
    'Ann writes: x\n\n',
    'Dear Runa,\n\n',
    '> a\n\nb\n\n',
    'Sponsor\n\n',
    'a '.repeat(30),
    '— A\n\n',
  ])
    assert.ok(findOtherVoices(parseTextLines(part.repeat(20_000 / part.length)), cast));
});

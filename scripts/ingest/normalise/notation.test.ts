// Tests numbers, formulas and hidden text in the Markdown and in the plain text of an item.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainTextOfMarkdown as textOfMarkdown } from '#domain/search/plain-text.ts';
import { fuzzRuns } from '#domain/text/test-hostile.ts';
import { htmlToMarkdown } from './markdown.ts';
import { plainText } from './plain-text.ts';

const place = { base: 'https://example.org/a/', link: 'https://example.org/a/text' };
const bodyText = (html: string): string => textOfMarkdown(htmlToMarkdown(html, place));

/** Text that Markdown and plain text must both give. */
function assertText(cases: [html: string, text: string][]): void {
  for (const [html, text] of cases) {
    assert.equal(bodyText(`<p>${html}</p>`).replaceAll('\n', ' '), text, html);
    assert.equal(plainText(`<p>${html}</p>`), text, html);
  }
}

test('a superscript keeps its meaning', () =>
  assertText([
    ['8<sup>12</sup> stars', '8¹² stars'],
    ['8<sup> 1<b>2</b> </sup> stars', '8¹² stars'],
    ['a box of 4 cm<sup>3</sup>/min', 'a box of 4 cm³/min'],
    ['7<sup>-2</sup> and 7<sup>&minus;2</sup>', '7⁻² and 7⁻²'],
    ['9<sup>2.5</sup> and 9<sup>x</sup>, e<sup>it</sup>y', '9^(2.5) and 9^x, e^(it)y'],
    ['2<sup>3<sup>4</sup></sup>', '2^(3⁴)'],
    ['10<span style="vertical-align: super; font-size: 70%">5</span> tons', '10⁵ tons'],
    ['10<sup></sup>5', '105'],
    [
      'the 3<sup>rd</sup> man, le 2<sup>e</sup> étage, XIX<sup>e</sup>, M<sup>lle</sup> X',
      'the 3rd man, le 2e étage, XIXe, Mlle X',
    ],
    ['Acme<sup>TM</sup> tools', 'Acme™ tools'],
  ]));

test('the number of a note stays apart from the number before it', () =>
  assertText([
    ['in 1848<sup>7</sup> they', 'in 1848⁷ they'],
    ['in 1848<sup>[7]</sup> they', 'in 1848[7] they'],
    ['in 1848<sup><a href="#fn7">7</a></sup> they', 'in 1848[7] they'],
    ['in 1848<a href="https://example.org/a/text#fn7"><sup>7</sup></a> they', 'in 1848[7] they'],
    ['in 1848<a href="#fn7">7</a> they', 'in 1848[7] they'],
    ['they say<sup>7</sup><sup>8</sup> so', 'they say⁷ ⁸ so'],
    ['they say<sup>7,8</sup> so', 'they say[7,8] so'],
    ['1848<sup>*</sup>', '1848*'],
  ]));

test('a subscript does not join the digits next to it', () =>
  assertText([
    ['N<sub>2</sub>O', 'N₂O'],
    ['a<sub>4</sub>7', 'a₄7'],
    ['10<sub>2</sub>', '10₂'],
    ['v<sub>max</sub> and a<sub>i,j</sub>', 'v_max and a_i,j'],
  ]));

test('a fraction stays apart from the whole number before it', () =>
  assertText([
    ['2<sup>3</sup>/<sub>8</sub> inch', '2 3/8 inch'],
    ['2 <sup>3</sup>⁄<sub>8</sub> inch', '2 3/8 inch'],
    ['<sup>3</sup>&frasl;<sub>8</sub> inch', '3/8 inch'],
    ['2&frac34; inch', '2¾ inch'],
    ['2<math><mfrac><mn>3</mn><mn>8</mn></mfrac></math> inch', '2 3/8 inch'],
  ]));

const katex = (tex: string, shown: string): string =>
  `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>${shown}</mi></mrow>` +
  `<annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span>` +
  `<span class="katex-html" aria-hidden="true"><span class="base">${shown}</span></span></span>`;

test('a formula is written once, from its source if that is known', () =>
  assertText([
    [`so ${katex('y^3', 'y3')} holds`, 'so y^3 holds'],
    [
      'so <span class="MathJax"><nobr aria-hidden="true">y3</nobr><span><math><msup><mi>y</mi><mn>3</mn></msup></math></span></span> holds',
      'so y³ holds',
    ],
    ['so <span class="MathJax">y3</span><script type="math/tex">y^{3}</script> holds', 'so y^3 holds'],
    [
      'so <mjx-container><mjx-math aria-hidden="true">y3</mjx-math><mjx-assistive-mml><math><msup><mi>y</mi><mn>3</mn></msup></math></mjx-assistive-mml></mjx-container> holds',
      'so y³ holds',
    ],
    [
      'so <span class="mwe-math-element"><span style="display: none"><math alttext="{\\displaystyle y^{3}}"><mi>y</mi><mn>3</mn></math></span><img aria-hidden="true" src="https://example.org/y.svg" alt="{\\displaystyle y^{3}}"></span> holds',
      'so y^3 holds',
    ],
    [
      'so <span class="latex-rendered" data-attrs="{&quot;persistentExpression&quot;:&quot;y^3&quot;}"></span> holds',
      'so y^3 holds',
    ],
    ['so <img class="latex" src="https://example.org/y.png" alt="y^3"> holds', 'so y^3 holds'],
    ['so <img class="latex" src="https://example.org/y.png"> holds', 'so […] holds'],
    ['so <span class="katex"><span class="katex-html" aria-hidden="true">y3</span></span> holds', 'so […] holds'],
  ]));

test('MathML without a source is one line in which no digits meet', () =>
  assertText(
    (
      [
        ['<mn>4</mn><mo>&InvisibleTimes;</mo><mn>5</mn>', '4 5'],
        ['<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>', '(a+b)/2'],
        ['<msqrt><mn>2</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>', '√(2) ³√(x)'],
        ['<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>', 'x₁²'],
        ['<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>', '(a+b)²'],
        ['<msup><mi>e</mi><mi>k</mi></msup><mn>2</mn>', 'e^k 2'],
        [
          '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>',
          '[1, 2; 3, 4]',
        ],
      ] as const
    ).map(([mathml, text]) => [`<math>${mathml}</math>`, text]),
  ));

test('hidden text and the labels of controls are left out', () => {
  for (const hidden of [
    '<svg><title>t</title><text>LOST</text></svg>',
    '<template>LOST</template>',
    '<noscript>LOST</noscript>',
    '<button>LOST</button>',
    '<label>LOST</label>',
    '<select><option>LOST</option></select>',
    '<span hidden>LOST</span>',
    '<span style="font-size:1px; display:none">LOST</span>',
    '<script>LOST</script><style>LOST</style>',
  ])
    assertText([[`one ${hidden} two`, 'one two']]);
  assertText([
    ['4<button>LOST</button>5', '4 5'],
    ['<span aria-hidden="true">★</span> five', '★ five'],
    ['<ruby>東<rt>とう</rt></ruby>', '東(とう)'],
  ]);
  assert.equal(
    bodyText('<h2><button>A question</button></h2><ul><li><label>A task</label></li></ul>'),
    'A question\nA task',
  );
  assert.match(htmlToMarkdown('<noscript><img src="boat.png"></noscript>', place), /boat\.png/);
  assert.equal(plainText('How the <button> element works'), 'How the <button> element works');
});

test('deleted text is marked as deleted', () => {
  assertText([
    ['cost <del>15</del> 18 pounds', 'cost […] 18 pounds'],
    ['cost 1<s>5</s>8', 'cost 1 […] 8'],
    ['<span style="text-decoration: line-through">fifteen</span> eighteen', '[…] eighteen'],
    ['cost<del> “15”</del>pounds', 'cost […] pounds'],
    ['<strike>15</strike> 18', '[…] 18'],
  ]);
  assert.equal(bodyText('<del><p>one</p><ul><li>two</li></ul></del>'), '[…]\n[…]');
  assert.equal(bodyText('<p>~~15~~ 18</p>'), '~~15~~ 18');
});

test('numbers of lists are those that the page shows', () => {
  const lists =
    '<ol reversed><li>a</li><li>b</li></ol><ol type="A" start="3"><li>c</li></ol><ol><li value="9">d</li></ol>';
  assert.equal(bodyText(lists), '2. a\n1. b\nC. c\n9. d');
  assert.equal(bodyText('<p>7) seven</p><p>1986.</p><p>5. five</p>'), '7) seven\n1986.\n5. five');
});

const number = fc.integer({ min: 0, max: 9999 }).map(String);
const bold = fc
  .tuple(number, number)
  .map(([one, other]) => ({ html: `${one}<b>${other}</b>`, numbers: [one + other] }));
const apart = fc
  .tuple(
    number,
    number,
    fc.constantFrom(
      ...['<sup>N</sup>', '<sub>N</sub>', '<sup><a href="#n">N</a></sup>', '<a href="#n">N</a>', '<br>N', '<hr>N'],
      ...[
        '<p>N</p>',
        '<section>N</section>',
        '<li>N',
        '<td>N</td>',
        '<table><tr><td>N</td></tr></table>',
        '<svg></svg>N',
      ],
      ...['<img src="p.png">N', '<select></select>N', '<math><mn>N</mn></math>', '<sup>N.5</sup>', '<sup>aN</sup>'],
    ),
  )
  .map(([one, other, between]) => ({
    html: one + between.replace('N', other),
    numbers: [one, other, ...(between.includes('.5') ? ['5'] : [])],
  }));
const mixed = fc.tuple(number, number, number).map(([whole, above, below]) => ({
  html: `${whole}<sup>${above}</sup>/<sub>${below}</sub>`,
  numbers: [whole, above, below],
}));

/** Finds runs of digits, including superscripts and subscripts. */
const digitsIn = (text: string): string[] =>
  (text.match(/\d+|[⁰¹²³⁴-⁹]+|[₀-₉]+/g) ?? []).map((run) => run.normalize('NFKC'));

test('fuzz: separate numbers are never joined or split', () => {
  const property = fc.property(fc.array(fc.oneof(bold, apart, mixed), { minLength: 1, maxLength: 6 }), (parts) => {
    const html = parts.map((part) => `<div>${part.html}</div>`).join('');
    const numbers = parts.flatMap((part) => part.numbers);
    assert.deepEqual(digitsIn(bodyText(html)), numbers, html);
    assert.deepEqual(digitsIn(plainText(html)), numbers, html);
  });
  fc.assert(property, fuzzRuns(200));
});

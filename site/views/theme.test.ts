// Tests that every accent colour results in readable text, in light and dark mode.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, oklchToHex, hexToOklch } from '#domain/palette/colour.ts';
import { patternSvg } from '#domain/palette/pattern.ts';
import { paletteFor } from '#domain/palette/palette.ts';
import { themeCss } from '#domain/palette/theme-css.ts';

const accents = [undefined, '#000000', '#ffffff', '#ffff00', '#0000ff', '#ff0000', '#17616b', '#808080', '#fde2e4'];
for (let hueDegrees = 0; hueDegrees < 360; hueDegrees += 15) {
  for (const lightness of [0.2, 0.5, 0.8]) accents.push(oklchToHex({ lightness, chroma: 0.15, hueDegrees }));
}

test('black on white is the greatest contrast, and a colour survives the way to Oklch and back', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  for (const hex of ['#17616b', '#ff8800', '#3f5a6b', '#ffffff']) assert.equal(oklchToHex(hexToOklch(hex)), hex);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`any accent keeps text readable in ${scheme}`, () => {
    for (const accent of accents) {
      const colours = paletteFor({ accentColor: accent }, scheme);
      for (const text of ['ink', 'muted', 'link'] as const) {
        for (const background of ['paper', 'surface'] as const) {
          const seen = contrast(colours[text], colours[background]);
          assert.ok(seen >= 4.5, `${accent}: ${text} on ${background} is ${seen.toFixed(2)}`);
        }
      }
      const onAccent = contrast(colours.onAccent, colours.accent);
      assert.ok(onAccent >= 4.5, `${accent}: text on the accent is ${onAccent.toFixed(2)}`);
      const onSecond = contrast(colours.onSecond, colours.second);
      assert.ok(onSecond >= 4.5, `${accent}: text on the second colour is ${onSecond.toFixed(2)}`);
      const more = paletteFor({ accentColor: accent }, scheme, true);
      assert.ok(contrast(more.link, more.paper) >= 7, `${accent}: a link for those who ask for more contrast`);
    }
  });
}

test('buttons and tiles have the very colour that the creator chose, and links where they can be read', () => {
  for (const accentColor of ['#17616b', '#ffff00', '#fde2e4']) {
    assert.equal(paletteFor({ accentColor }, 'light').accent, accentColor);
  }
  assert.equal(paletteFor({ accentColor: '#17616b' }, 'light').link, '#17616b');
  assert.match(themeCss({ accentColor: '#17616b' }), /:root\{[^}]*--on-accent:#ffffff;/);
  assert.match(themeCss({ accentColor: '#ffff00' }), /prefers-contrast:more/);
});

test('a cover is the same for the same name, and another for another', () => {
  const box = { width: 800, height: 600 };
  const drawn = (name: string) => patternSvg(name, { accentColor: '#17616b' }, box);
  assert.equal(drawn('Ada'), drawn('Ada'));
  assert.equal(new Set(['Ada', 'Tides', '縁側だより', 'ظلّ الشارع'].map(drawn)).size, 4);
});

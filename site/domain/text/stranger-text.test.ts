import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strangerLink, strangerText } from './stranger-text.ts';

test('bidi controls are shown as visible signs', () => {
  assert.equal(
    strangerText('a\u202emoc.live\u202c b\u2067c\u2069', 100),
    'a⟨U+202E⟩moc.live⟨U+202C⟩ b⟨U+2067⟩c⟨U+2069⟩',
  );
});

test('control characters are shown as signs, line breaks and other scripts stay', () => {
  assert.equal(strangerText('one\u0007\u001b[31m\ntwo\tשלום مرحبا 👩‍💻', 100), 'one␇␛[31m\ntwo\tשלום مرحبا 👩‍💻');
});

test('a long text is cut', () => {
  assert.ok(strangerText('x'.repeat(5000), 80).length <= 80);
  assert.equal(strangerText('x'.repeat(80), 80).length, 80);
});

test('an address is shown with its real host, and only web addresses are links', () => {
  assert.deepEqual(strangerLink('https://аpple.example/Ü'), {
    href: 'https://xn--pple-43d.example/%C3%9C',
    host: 'xn--pple-43d.example',
  });
  for (const address of ['javascript:alert(1)', 'data:text/html,x', 'nothing', '//host/'])
    assert.equal(strangerLink(address), undefined);
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { importMacaroon, newMacaroon } from 'macaroon';
import { encodeMacaroon, mintMacaroon, readMacaroon } from './macaroon.ts';

const rootKey = randomBytes(32);
const claims = {
  tokenId: randomBytes(32).toString('hex'),
  paymentHash: randomBytes(32).toString('hex'),
  resourceId: `article:${'long-'.repeat(30)}0a1b2c3d`,
  expiresAt: 1_900_000_000_000,
};
const location = 'https://room.example';

test('a minted macaroon is read with its identifier and caveats', () => {
  const { tokenId, paymentHash, resourceId, expiresAt } = claims;
  const text = mintMacaroon(rootKey, location, claims);
  assert.deepEqual(
    readMacaroon(text, () => rootKey),
    { tokenId, paymentHash, resourceIds: [resourceId], expiresAt },
  );
  const { identifier } = importMacaroon(new Uint8Array(Buffer.from(text, 'base64')));
  assert.equal(Buffer.from(identifier).toString('hex'), `0000${paymentHash}${tokenId}`);
});

test('the binary encoding is the same as that of the package', () => {
  const macaroon = newMacaroon({ version: 2, rootKey, identifier: randomBytes(66), location });
  for (const caveat of ['resource=a', `resource=${'b'.repeat(180)}`]) macaroon.addFirstPartyCaveat(caveat);
  assert.deepEqual(encodeMacaroon(macaroon), Buffer.from(macaroon.exportBinary()));
});

test('base64url is accepted, but not a second encoding of the same bytes', () => {
  const text = mintMacaroon(rootKey, location, claims);
  const url = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  assert.equal(typeof readMacaroon(url, () => rootKey), 'object');
  assert.equal(
    readMacaroon(`${text}AA`, () => rootKey),
    undefined,
  );
});

test('a macaroon with a forged root, of another version, or truncated is refused', () => {
  const text = mintMacaroon(rootKey, location, claims);
  assert.equal(
    readMacaroon(text, () => randomBytes(32)),
    'tampered',
  );
  for (const wrong of ['', 'AgE', text.slice(0, 80), '%%%'])
    assert.equal(
      readMacaroon(wrong, () => rootKey),
      undefined,
    );
  const other = newMacaroon({
    version: 2,
    rootKey,
    identifier: Buffer.concat([Buffer.of(0, 1), randomBytes(64)]),
    location,
  });
  assert.equal(
    readMacaroon(encodeMacaroon(other).toString('base64'), () => rootKey),
    undefined,
  );
});

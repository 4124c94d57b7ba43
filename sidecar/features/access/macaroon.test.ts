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

test('what is minted is read again with its identifier and its caveats', () => {
  const { tokenId, paymentHash, resourceId, expiresAt } = claims;
  const text = mintMacaroon(rootKey, location, claims);
  assert.deepEqual(readMacaroon(text, () => rootKey), { tokenId, paymentHash, resourceIds: [resourceId], expiresAt }); // prettier-ignore
  const { identifier } = importMacaroon(new Uint8Array(Buffer.from(text, 'base64')));
  assert.equal(Buffer.from(identifier).toString('hex'), `0000${paymentHash}${tokenId}`);
});

test('the binary form is that of the package', () => {
  const macaroon = newMacaroon({ version: 2, rootKey, identifier: randomBytes(66), location });
  for (const caveat of ['resource=a', `resource=${'b'.repeat(180)}`]) macaroon.addFirstPartyCaveat(caveat);
  assert.deepEqual(encodeMacaroon(macaroon), Buffer.from(macaroon.exportBinary()));
});

test('base64url is taken, too, and a second spelling of the same bytes is not', () => {
  const text = mintMacaroon(rootKey, location, claims);
  const url = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  assert.equal(typeof readMacaroon(url, () => rootKey), 'object');
  assert.equal(readMacaroon(`${text}AA`, () => rootKey), undefined); // prettier-ignore
});

test('forged root, cut off, or of another version: nothing is read', () => {
  const text = mintMacaroon(rootKey, location, claims);
  assert.equal(readMacaroon(text, () => randomBytes(32)), 'tampered'); // prettier-ignore
  for (const wrong of ['', 'AgE', text.slice(0, 80), '%%%']) assert.equal(readMacaroon(wrong, () => rootKey), undefined); // prettier-ignore
  const other = newMacaroon({ version: 2, rootKey, identifier: Buffer.concat([Buffer.of(0, 1), randomBytes(64)]), location }); // prettier-ignore
  assert.equal(readMacaroon(encodeMacaroon(other).toString('base64'), () => rootKey), undefined); // prettier-ignore
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleTranslatorFor } from '../messages/messages.ts';
import { passwordMaxLength, passwordProblem } from './password-rule.ts';

const names = ['Marta Lindqvist', 'The Harbour Notes'];
const problem = (password: string) => passwordProblem(password, names, consoleTranslatorFor('en'));

test('a few words are a good password, also with one of the names among them', () => {
  for (const good of ['tide lamp bucket', 'notes about a yellow door', 'åäö-ßtraße-øre', '🦀🐙🦑🐚🦐🐡🐠🐟🐬🐳🐋🦈']) {
    assert.equal(problem(good), undefined, good);
  }
});

test('a password is as long as a person counts it', () => {
  assert.match(problem('tide lamp b')!, /at least 12/);
  assert.match(problem('🦀🐙🦑🐚🦐🐡')!, /at least 12/);
  assert.match(problem('a1b2c3'.repeat(passwordMaxLength))!, /at most 200/);
});

test('a password that an attacker tries first is refused: one key held down, the names of the room', () => {
  assert.match(problem('aaaaaaaaaaaa')!, /different/);
  for (const guess of [
    'Marta Lindqvist',
    'martalindqvist1!',
    'TheHarbourNotes',
    'harbour-notes-2026',
    'ｈａｒｂｏｕｒnotes!',
  ]) {
    assert.match(problem(guess)!, /based on your name/, guess);
  }
});

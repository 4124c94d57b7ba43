import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleTranslatorFor } from '../messages/messages.ts';
import { passwordMaxLength, findPasswordProblem } from './password-rule.ts';

const names = ['Marta Lindqvist', 'The Harbour Notes'];
const problem = (password: string) => findPasswordProblem(password, names, consoleTranslatorFor('en'));

test('a few words are accepted as password even if a name is among them', () => {
  for (const good of ['tide lamp bucket', 'notes about a yellow door', 'åäö-ßtraße-øre', '🦀🐙🦑🐚🦐🐡🐠🐟🐬🐳🐋🦈']) {
    assert.equal(problem(good), undefined, good);
  }
});

test('the length of a password is counted in characters', () => {
  assert.match(problem('tide lamp b')!, /at least 12/);
  assert.match(problem('🦀🐙🦑🐚🦐🐡')!, /at least 12/);
  assert.match(problem('a1b2c3'.repeat(passwordMaxLength))!, /at most 200/);
});

test('common guesses are rejected: repeated characters and the names of the room', () => {
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

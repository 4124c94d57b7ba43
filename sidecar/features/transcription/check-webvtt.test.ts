import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWebVttProblem } from './check-webvtt.ts';

const cue = '00:00:01.000 --> 00:00:02.000\nHello\n';

test('a transcript with a cue that players would skip is invalid, and the message names the line', async () => {
  const broken: [string, RegExp][] = [
    ['', /^line 1: .*WEBVTT/],
    [cue, /^line 1: .*WEBVTT/],
    [`WEBVTT\n${cue}`, /^line 2: put an empty line/],
    [`WEBVTT\n\n${cue}\n00:00:03.000 -> 00:00:04.000\nLost\n`, /^line 6: start the cue with its times/],
    [`WEBVTT\n\n${cue}\n3 --> 4\nLost\n`, /^line 6: write times/],
    [`WEBVTT\n\n${cue}\n00:00:04.000 --> 00:00:03.000\nLost\n`, /^line 6: the cue ends before/],
    [`WEBVTT\n\n${cue}00:00:03.000 --> 00:00:04.000\nLost\n`, /^line 5: put an empty line between/],
    ['WEBVTT\n\nNOTE nothing else\n', /contains no text/],
  ];
  for (const [text, why] of broken) assert.match((await findWebVttProblem(text)) ?? 'nothing', why, text);
});

test('cue identifiers, notes, settings, speakers and line ends of any system are valid', async () => {
  const good = `\uFEFFWEBVTT - ours\nKind: captions\n\nNOTE\na note --> with an arrow\n\nSTYLE\n::cue {}\n\nfirst\n${cue}\n00:59.000 --> 01:00:00.500 align:start\n<v Ida>Good bye\n`;
  assert.equal(await findWebVttProblem(good), undefined);
  assert.equal(await findWebVttProblem(good.replaceAll('\n', '\r\n')), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { audioFile, videoFile } from './playback.ts';

const room = sandboxRoom({ baseUrl: 'https://a.example' });
const item = room.items.find(({ type }) => type === 'episode')!;
const alternatives: RoomItem['alternatives'] = [
  { url: 'https://a.example/1.ogg', type: 'audio/ogg', bytes: 9 },
  { url: 'https://a.example/1.mp3', type: 'audio/mpeg' },
  { url: 'https://a.example/1-480.mp4', type: 'video/mp4', height: 480 },
  { url: 'https://a.example/1.m3u8', type: 'application/vnd.apple.mpegurl', height: 1080 },
];

test('the page plays the first file that browsers can play, and links the others', () => {
  const hls = { audioUrl: 'https://a.example/live.m3u8', audioType: 'application/vnd.apple.mpegurl' };
  const audio = audioFile(room, { ...item, ...hls, alternatives })!;
  assert.equal(audio.src, 'https://a.example/1.ogg');
  assert.deepEqual(
    audio.others.map(({ label }) => label),
    ['Ogg', 'MP3'],
  );
  const film = { videoUrl: 'http://a.example/1.mp4', videoType: 'video/mp4' };
  const video = videoFile(room, { ...item, ...film, alternatives })!;
  assert.equal(video.src, 'https://a.example/1-480.mp4');
  assert.deepEqual(
    video.others.map(({ label }) => label),
    ['MP4 480p', 'HLS 1080p'],
  );
});

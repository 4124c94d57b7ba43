// Test helper that creates a room in memory and answers questions about it.
import type { AskResponse } from '#contract/schemas/ask.ts';
import { people } from '#domain/documents/people.ts';
import { buildContentIndex } from '#domain/lists/content-index.ts';
import { buildLists } from '#domain/lists/lists.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import type { Release } from '../../release/release.ts';
import { itemsInMemory } from '../../release/test-items.ts';
import { textIndexInMemory } from '../../release/text-index.ts';
import { answerSentence } from './answer.ts';

const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const [article] = mock.items.filter(({ type }) => type === 'article');
const now = Date.parse('2026-11-20T12:00:00Z');

export type AskTestItem = [day: string, title: string, body: string, more?: Partial<RoomItem>];

export function createAskRoom(
  creator: Partial<Room['creator']>,
  all: AskTestItem[],
  channels: Room['channels'] = {},
): (sentence: string) => Promise<AskResponse> {
  const items = all.map(([day, title, , more], n): RoomItem => {
    const fields = {
      id: `item-${n}`,
      hash: title,
      title,
      date: `${day}T09:00:00Z`,
      summary: '',
      keywords: [],
      themeIds: [],
    };
    return { ...article!, ...fields, ...more };
  });
  const room: Room = { ...mock, creator: { ...mock.creator, themes: [], ...creator }, items, channels };
  const { contentIndex } = buildLists(room);
  const listed = itemsInMemory(contentIndex);
  const bodyOf = ({ title }: { title: string }) => all.find(([, itemTitle]) => itemTitle === title)![2];
  const texts = textIndexInMemory(roomTexts(room, bodyOf), listed, room.creator.language);
  const index = { visible: buildContentIndex(contentIndex, room.creator), items: listed, plannedCount: 0 };
  const release = { facts: room, index, texts } as unknown as Release;
  const call = (name: string) =>
    name === 'people'
      ? Promise.resolve({ text: JSON.stringify(people(room)) })
      : Promise.reject(new Error('unexpected call of an endpoint'));
  return async (sentence) => answerSentence(sentence, { release, now, newest: undefined, call: call as never });
}

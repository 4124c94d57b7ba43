// Messages to a room with the official client of A2A.
import { Role } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import type { Json } from './json.ts';

export type Content = { $case: 'text'; value: string } | { $case: 'data'; value: unknown };
export const text = (value: string): Content => ({ $case: 'text', value });
export const data = (value: unknown): Content => ({ $case: 'data', value });
const part = (content: Content) => ({ content, metadata: undefined, filename: '', mediaType: '' });

export type Say = (messageId: string, contents: Content[], taskId?: string) => Promise<Json>;

/** Sends a message and returns the answer. */
export async function sayWith(client: Client, messageId: string, contents: Content[], taskId = ''): Promise<Json> {
  const message = {
    messageId,
    contextId: '',
    taskId,
    role: Role.ROLE_USER,
    parts: contents.map(part),
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  return client.sendMessage({ tenant: '', message, configuration: undefined, metadata: undefined });
}
export const dataOf = (parts: Json[]): Json => parts.find(({ content }) => content.$case === 'data')!.content.value;
export const textOf = (parts: Json[]): string => parts.find(({ content }) => content.$case === 'text')!.content.value;

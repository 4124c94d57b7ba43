// The id of a request: as the client sent it, otherwise a new UUIDv7.
import { v7 } from 'uuid';

const visible = /^[\x21-\x7e]{1,128}$/;

export const requestId = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && visible.test(sent) ? sent : v7();

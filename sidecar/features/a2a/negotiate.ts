// POST /api/agent/negotiate: compares capabilities.
import { negotiate as compare } from '#domain/protocols/negotiation.ts';
import { json, type Handler } from '../../http/handler.ts';

export const negotiate: Handler<'negotiate'> = ({ body }, { release }) =>
  json(compare(release.facts, body.capabilities));

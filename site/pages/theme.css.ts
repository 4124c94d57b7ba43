// The colours of the room.
import type { APIRoute } from 'astro';
import { plan } from '../build/plan.ts';
import { themeCss } from '../views/theme.ts';

export const GET: APIRoute = () => new Response(themeCss(plan().room.creator));

// The example room that browser tests visit, and its pages.
import { type RunningRoom, startRoom } from './room.ts';

export const room = (): string => process.env.ROOM_URL!;

/** An episode of the example with chapters, and what is said in it. */
export const spokenEpisode = 'the-flood-that-missed-aa5d4d12';
export const transcript = `WEBVTT

00:00:00.000 --> 00:00:12.000
<v Isaura Penhallick>The gauge stood at four metres and nobody slept.

00:00:12.000 --> 00:00:25.000
<v Rūta Balsytė-Moor>We had six hours, and used three of them to argue.

00:00:40.000 --> 00:00:52.000
<v Isaura Penhallick>Then the harbour master rang the old bell.
`;

/** The example, with a transcript of one episode. */
export const startExample = (settings: Record<string, string> = {}): Promise<RunningRoom> =>
  startRoom(undefined, settings, { [`transcripts/${spokenEpisode}.vtt`]: transcript });

export const fixedPages = [
  '/',
  '/articles',
  '/episodes',
  '/videos',
  '/timeline',
  '/media-kit',
  '/speaking',
  '/booking',
  '/prepare',
  '/guest-kit',
  '/agents',
  '/articles/year/2025',
  '/docs',
  '/status',
  '/changelog',
  '/nexus',
];

/** Pages of every kind, found by following the room's own lists. */
export async function pages(): Promise<string[]> {
  const first = async (list: string) => {
    const { items } = (await (await fetch(`${room()}/api/agent/${list}?limit=1`)).json()) as {
      items: { url: string }[];
    };
    return new URL(items[0]!.url).pathname;
  };
  return [...fixedPages, await first('articles'), await first('episodes'), await first('stream-videos')];
}

/** Pages that a form leads to. */
export const answers = [
  '/search?q=tide',
  '/search?q=the',
  '/prepare?showUrl=https://show.example.org&topic=tides',
  '/prepare?showUrl=nothing',
];

// The pages of the example room that browser tests visit.

export const room = (): string => process.env.ROOM_URL!;

/** Pages of every kind, found by following the room's own lists. */
export async function pages(): Promise<string[]> {
  const first = async (list: string) => {
    const { items } = (await (await fetch(`${room()}/api/agent/${list}?limit=1`)).json()) as {
      items: { url: string }[];
    };
    return new URL(items[0]!.url).pathname;
  };
  const fixed = [
    '/',
    '/articles',
    '/episodes',
    '/videos',
    '/timeline',
    '/media-kit',
    '/speaking',
    '/booking',
    '/prepare',
    '/agents',
    '/articles/year/2025',
    '/docs',
    '/status',
    '/changelog',
    '/nexus',
  ];
  return [...fixed, await first('articles'), await first('episodes'), await first('stream-videos')];
}

/** Pages that a form leads to. */
export const answers = [
  '/search?q=tide',
  '/search?q=the',
  '/prepare?showUrl=https://show.example.org&topic=tides',
  '/prepare?showUrl=nothing',
];

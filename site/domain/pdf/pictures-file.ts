// The pictures of a sheet as a file of the release, for guest kits that the sidecar makes.
import type { SheetPictures } from './sheet.ts';

export const guestKitPictures = '/press/pictures.json';

const names = ['banner', 'portrait'] as const;

export const packPictures = (pictures: SheetPictures): Buffer =>
  Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, pictures[name]?.toString('base64')]))));

export function unpackPictures(text: string): SheetPictures {
  const packed = JSON.parse(text) as Partial<Record<(typeof names)[number], string>>;
  return Object.fromEntries(
    names.flatMap((name) => (packed[name] ? [[name, Buffer.from(packed[name], 'base64')]] : [])),
  );
}

// The mark of the room for those who ask for the old name: one picture, a PNG inside the container of ICO.
import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { plan } from '../build/plan.ts';
import { faviconSvg } from '../views/theme.ts';

const pixels = 32;

/** A header that counts one picture, its entry, its bytes. */
function icoOf(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(pixels, 6);
  header.writeUInt8(pixels, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

export const GET: APIRoute = async () => {
  const { accentColor, publication } = (await plan()).room.creator;
  const svg = Buffer.from(faviconSvg(accentColor, publication));
  return new Response(new Uint8Array(icoOf(await sharp(svg).resize(pixels, pixels).png().toBuffer())));
};

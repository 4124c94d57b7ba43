// Computes how a picture is cropped: the creator's crop, and a region of another shape around the focal point.
import { isCopy } from '#domain/items/media-replacements.ts';
import type { MediaFile } from '#domain/room.ts';

/** Region of a picture in pixels. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Formats that are resized. Drawings scale by themselves, and a GIF may be animated. */
const resized = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
export const isResized = (picture: MediaFile): boolean =>
  resized.includes(picture.type) && !picture.isWaiting && !isCopy(picture);

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** Returns the creator's crop, or undefined if the whole picture is shown. */
export function cropOf(picture: MediaFile): Region | undefined {
  const { width, height, frame } = picture;
  if (!frame?.crop || !isResized(picture)) return undefined;
  const of = (share: number, whole: number) => Math.round((share / 100) * whole);
  const left = clamp(of(frame.crop.left, width), 0, width - 1);
  const top = clamp(of(frame.crop.top, height), 0, height - 1);
  return {
    left,
    top,
    width: clamp(of(frame.crop.width, width), 1, width - left),
    height: clamp(of(frame.crop.height, height), 1, height - top),
  };
}

const visibleRegion = (picture: MediaFile): Region =>
  cropOf(picture) ?? { left: 0, top: 0, width: picture.width, height: picture.height };

/** Returns the focal point as shares of the visible region. */
function focusWithinRegion(picture: MediaFile): { x: number; y: number } | undefined {
  const focus = picture.frame?.focus;
  if (!focus) return undefined;
  const visible = visibleRegion(picture);
  return {
    x: clamp(((focus.x / 100) * picture.width - visible.left) / visible.width, 0, 1),
    y: clamp(((focus.y / 100) * picture.height - visible.top) / visible.height, 0, 1),
  };
}

/** Returns the value of `object-position`, or undefined without a focal point. */
export function objectPosition(picture: MediaFile): string | undefined {
  const focus = focusWithinRegion(picture);
  return focus && `${Math.round(focus.x * 100)}% ${Math.round(focus.y * 100)}%`;
}

/**
 * Returns the largest region with the aspect ratio of the box, as close to the focal point as the edges allow, or
 * undefined without a focal point.
 */
export function regionFor(picture: MediaFile, box: { width: number; height: number }): Region | undefined {
  const focus = focusWithinRegion(picture);
  if (!focus) return undefined;
  const visible = visibleRegion(picture);
  const scale = Math.min(visible.width / box.width, visible.height / box.height);
  const width = clamp(Math.round(box.width * scale), 1, visible.width);
  const height = clamp(Math.round(box.height * scale), 1, visible.height);
  const left = clamp(Math.round(focus.x * visible.width - width / 2), 0, visible.width - width);
  const top = clamp(Math.round(focus.y * visible.height - height / 2), 0, visible.height - height);
  return { left: visible.left + left, top: visible.top + top, width, height };
}

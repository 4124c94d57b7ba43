// Files that browsers can play in the page; others are offered for download.

export const isUnplayable = (mediaType: string): boolean =>
  /mpegurl|dash\+xml|x-flv|x-ms|x-matroska|3gpp|avi/i.test(mediaType);

const videoFile = /\.(?:mp4|m4v|webm|ogv|mov)$|\/api\/v1\/video\/upload\/[\w-]+\/src$/i;
const audioFile = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac)$|\/api\/v1\/audio\/upload\/[\w-]+\/src$/i;

/** Returns the kind of the file at an address or a path of the room: by its extension, or by Substack's upload path. */
export function fileKind(address: string): 'video' | 'audio' | undefined {
  const path = URL.parse(address, 'http://localhost')?.pathname ?? '';
  return videoFile.test(path) ? 'video' : audioFile.test(path) ? 'audio' : undefined;
}

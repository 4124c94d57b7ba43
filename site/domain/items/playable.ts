// Media types that browsers cannot play; such a video is offered for download.

export const isUnplayable = (mediaType: string): boolean =>
  /mpegurl|dash\+xml|x-flv|x-ms|x-matroska|3gpp|avi/i.test(mediaType);

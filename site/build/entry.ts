// Entry of the compiled site: its pages and the code that builds releases form one module graph.
export { build } from './build-release.ts';
export { makePictures, unmadePictures } from './made/pictures.ts';

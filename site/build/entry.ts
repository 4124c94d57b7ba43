// The entry of the compiled site: its pages and what turns them into a release are one module graph.
export { openSite } from './build-release.ts';

// Entry of the compiled site: its pages and the code that builds releases form one module graph.
export { openSite } from './build-release.ts';

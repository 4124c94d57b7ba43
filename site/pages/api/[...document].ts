// Documents of the API: the index, the profile, shards of the content index, the changelog and all others.
export { GET } from '../../build/document-route.ts';

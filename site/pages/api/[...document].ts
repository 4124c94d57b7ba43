// Documents of the API, such as the index, the profile, and the shards of the content index.
export { GET } from '../../build/document-route.ts';

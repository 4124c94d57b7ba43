// The one endpoint that emits the documents of the API; what each item has of its own is written when the release is sealed.
import type { APIRoute, GetStaticPaths } from 'astro';
import type { Artifact } from '#domain/release/artifact.ts';
import { plan } from '../build/plan.ts';

export const getStaticPaths: GetStaticPaths = async () => {
  const { artifacts, isLive } = await plan();
  return artifacts
    .filter((artifact) => !artifact.ofItem && !isLive(artifact))
    .map((artifact) => ({ params: { file: artifact.file }, props: { artifact } }));
};

export const GET: APIRoute<{ artifact: Artifact }> = ({ props }) => new Response(props.artifact.body());

// Writes the JSON schemas of the creator's files to the places that their `$schema` points to.
import { join } from 'node:path';
import { contentFiles, schemaPath } from '#contract/schemas/content-files.ts';
import { writeIfChanged } from '../write-file.ts';

export async function writeFileSchemas(contentDir: string): Promise<void> {
  for (const [name, schema] of Object.entries(contentFiles)) {
    const text = JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, undefined, 1);
    await writeIfChanged(join(contentDir, schemaPath(name)), `${text}\n`);
  }
}

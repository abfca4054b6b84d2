/** The contract's form in src/report/ -> its JSON Schema. */
import { z } from 'zod';
import { reviewForm, schemaName } from '../src/report/json-form.ts';
import type { MadeFile } from './configuration-files.ts';

export function reviewSchemaFile(): MadeFile {
  const { $schema, ...schema } = z.toJSONSchema(reviewForm, { target: 'draft-2020-12' });
  const named = { $schema, $id: schemaName, title: 'What Proofline says of one pull request', ...schema };
  return { path: 'schema/review.schema.json', text: `${JSON.stringify(named, null, 2)}\n` };
}

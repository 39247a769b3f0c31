import * as z from 'zod';
import { publicOperation } from '../../kernel/api/operation/public-operation.ts';
import { openApiSchema } from './get-open-api-description.ts';
import { documentOfTag } from './openapi-file.ts';

export const getTagDescription = publicOperation({
  id: 'getTagDescription',
  path: '/openapi/{document}',
  tag: 'System',
  summary: 'Get the OpenAPI document of a tag',
  description:
    'Returns an OpenAPI 3.1 document with the operations of one tag and the schemas that they use, such as `/openapi/stories.json`, `/openapi/key-results.json`. `/openapi/webhooks.json` has the events too.',
  params: {
    document: z
      .string()
      .regex(/^[a-z-]+\.json$/, { error: 'must be the name of a tag in lower case, with hyphens, and .json' })
      .meta({ description: 'The name of the tag, with hyphens for spaces, and `.json`.' }),
  },
  output: openApiSchema,
  errors: ['not_found'],
  envelope: false,
  handle: async ({ path, baseUrl }) => documentOfTag(baseUrl, path.document),
});

import * as z from 'zod';
import { publicOperation } from '../../kernel/api/operation/public-operation.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { wholeDocument } from './openapi-file.ts';

export const openApiSchema = memoize(() =>
  z.looseObject({ openapi: z.string() }).meta({ id: 'OpenAPIDescription' }),
);

export const getOpenAPIDescription = publicOperation({
  id: 'getOpenAPIDescription',
  path: '/openapi.json',
  tag: 'System',
  summary: 'Get the OpenAPI document',
  description:
    'Returns the OpenAPI 3.1 document of the API; with `Accept-Encoding: gzip`, in an eighth of its size. getTagDescription returns the part of a tag.',
  output: openApiSchema,
  envelope: false,
  handle: async ({ baseUrl }) => wholeDocument(baseUrl),
});

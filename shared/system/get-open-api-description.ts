import * as z from 'zod';
import { publicOperation } from '../api/operation/public-operation.ts';
import { openApiFile } from './openapi-file.ts';

export const getOpenAPIDescription = publicOperation({
  id: 'getOpenAPIDescription',
  path: '/openapi.json',
  tag: 'System',
  summary: 'Get the OpenAPI document',
  description: 'Returns the OpenAPI 3.1 document of the API.',
  output: () => z.looseObject({ openapi: z.string() }).meta({ id: 'OpenAPIDescription' }),
  envelope: false,
  handle: async () => openApiFile(),
});

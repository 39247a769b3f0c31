import { readFileSync } from 'node:fs';
import { Json } from '../core/json.ts';

type OpenApi = { openapi: string };

let document: Json<OpenApi> | undefined;

/**
 * The OpenAPI document that the build writes next to this function's bundle. It is generated once from the
 * registry, so that functions need not bundle every operation just to describe it.
 */
export const openApiFile = (): Json<OpenApi> =>
  (document ??= new Json(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')));

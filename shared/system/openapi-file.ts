import { readFileSync } from 'node:fs';
import { Json } from '../core/json.ts';

type OpenApi = { openapi: string };

let document: Json<OpenApi> | undefined;

/**
 * The API description that the build wrote beside this function's bundle. It is made once, from the registry,
 * so that no function carries every operation only to describe it.
 */
export const openApiFile = (): Json<OpenApi> =>
  (document ??= new Json(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')));

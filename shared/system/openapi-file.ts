import { readFileSync } from 'node:fs';
import { Json } from '../lib/json.ts';

/** The parts of the document that answering an unknown route needs. */
export interface OpenApiPaths {
  [member: string]: unknown;
  openapi: string;
  paths: Record<string, Record<string, unknown>>;
}

let document: Json<OpenApiPaths> | undefined;

/**
 * The API description that the build wrote beside this function's bundle. It is made once, from the registry,
 * so that no function carries every operation only to describe it.
 */
export const openApiFile = (): Json<OpenApiPaths> =>
  (document ??= new Json(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')));

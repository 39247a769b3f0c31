import { readFileSync } from 'node:fs';
import type { methodsByPath } from '../api/http/methods.ts';

let routes: ReturnType<typeof methodsByPath> | undefined;

/** The methods of every address, which the build wrote beside this function's bundle, as it did the description. */
export const routesFile = () =>
  (routes ??= JSON.parse(readFileSync(new URL('./routes.json', import.meta.url), 'utf8')) as NonNullable<
    typeof routes
  >);

import { readFileSync } from 'node:fs';
import type { methodsByPath } from '../../kernel/api/http/methods.ts';

let routes: ReturnType<typeof methodsByPath> | undefined;

/**
 * The methods of every path, which the build writes next to the bundle of each function behind the gateway.
 */
export const routesFile = () =>
  (routes ??= JSON.parse(readFileSync(new URL('./routes.json', import.meta.url), 'utf8')) as NonNullable<
    typeof routes
  >);

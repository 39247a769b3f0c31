import { ApiError } from '../core/errors.ts';
import { routesFile } from './routes-file.ts';

/** The error for a request that no route takes: a 405 where the path knows other methods, else a 404. */
export function unknownRoute(method: string, path: string): ApiError {
  const methods = allowedMethods(path);
  if (methods.length === 0) {
    return new ApiError('not_found', 'There is nothing at this address.', {
      hint: 'Check the address.',
      headers: { vary: 'Accept' },
    });
  }
  return new ApiError('method_not_allowed', `This address does not take ${method}.`, {
    headers: { allow: methods.join(', '), vary: 'Accept' },
  });
}

let patterns: [RegExp, string[]][] | undefined;

const knownPatterns = () =>
  (patterns ??= Object.entries(routesFile()).map(([path, methods]) => [
    new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    methods,
  ]));

const allowedMethods = (path: string): string[] =>
  [...new Set(knownPatterns().flatMap(([pattern, methods]) => (pattern.test(path) ? methods : [])))].sort();

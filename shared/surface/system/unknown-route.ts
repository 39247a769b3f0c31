import { ApiError } from '../../kernel/core/errors.ts';
import { routesFile } from './routes-file.ts';

/** The error for a request without a route: a 405 if the path supports other methods, otherwise a 404. */
export function unknownRoute(method: string, path: string): ApiError {
  const methods = allowedMethods(path);
  // A path that does support the method reached the wrong function, by an encoded slash.
  if (methods.length === 0 || methods.includes(method)) {
    return new ApiError('not_found', 'There is no resource at this path.', {
      hint: 'Check the URL.',
      headers: { vary: 'Accept' },
    });
  }
  return new ApiError('method_not_allowed', `This path does not support ${method}.`, {
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

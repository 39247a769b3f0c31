import { ApiError } from '../api/errors.ts';
import { openApiFile, type OpenApiPaths } from './openapi-file.ts';

/** The error for a request that no route takes: a 405 where the path knows other methods, else a 404. */
export function unknownRoute(method: string, path: string): ApiError {
  const methods = allowedMethods(parsedPaths(), path);
  if (methods.length === 0) {
    return new ApiError('not_found', 'There is nothing at this address.', { hint: 'Check the address.' });
  }
  return new ApiError('method_not_allowed', `This address does not take ${method}.`, {
    headers: { allow: methods.join(', ') },
  });
}

let paths: [RegExp, string[]][] | undefined;

const parsedPaths = () => (paths ??= pathPatterns(openApiFile().parse()));

const pathPatterns = (document: OpenApiPaths): [RegExp, string[]][] =>
  Object.entries(document.paths).map(([path, methods]) => [
    new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    Object.keys(methods).map((method) => method.toUpperCase()),
  ]);

const allowedMethods = (patterns: [RegExp, string[]][], path: string): string[] => [
  ...new Set(patterns.filter(([pattern]) => pattern.test(path)).flatMap(([, methods]) => methods)),
];

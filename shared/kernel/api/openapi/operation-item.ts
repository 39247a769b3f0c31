import { errorCodes } from '../../core/errors.ts';
import { commonErrors, errorResponses, impliedErrors, possibleErrors } from './errors.ts';
import { parametersOf } from './parameters.ts';
import { successResponses } from './responses.ts';
import { securityOf } from './security.ts';
import type { Collector, SchemaCollector } from './schemas.ts';
import { hasRights, type Operation } from '../operation/operation-kinds.ts';
import type { Deprecation } from '../operation/deprecation.ts';
import type { DescribedRoute } from '../operation/web-route.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

/** The OpenAPI operation object of an operation, with its parameters in full. */
export function operationItem(
  operation: Operation,
  schemas: SchemaCollector,
  responses: Collector,
): JsonSchema & { parameters: JsonSchema[] } {
  const { id, summary, tag, input, preview } = operation;
  const codes = possibleErrors(operation);
  return {
    operationId: id,
    summary,
    description: describe(operation),
    tags: [tag],
    ...(operation.deprecation ? { deprecated: true } : {}),
    security: securityOf(operation),
    ...(preview ? { 'x-preview': 'personal access tokens' } : {}),
    ...(hasRights(operation) ? { 'x-minimum-role': operation.role } : {}),
    ...(hasRights(operation) && operation.cost > 1 ? { 'x-rate-limit-cost': operation.cost } : {}),
    'x-error-codes': codes.filter((code) => !commonErrors.has(code) && !impliedErrors.has(code)),
    parameters: parametersOf(operation, schemas),
    ...(input.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.convert(input.body, 'input') } },
          },
        }
      : {}),
    responses: {
      ...successResponses(operation, schemas, responses),
      ...errorResponses(
        codes,
        operation.errors.filter((code) => errorCodes[code].status >= 500),
        responses,
      ),
    },
  };
}

/** The OpenAPI operation object of a route that is not in the registry, such as those of OAuth. */
export const routeItem = (
  operationId: string,
  { tag, summary, description, security, requestBody, responses: own, errors }: DescribedRoute,
  responses: Collector,
): JsonSchema => ({
  operationId,
  summary,
  description,
  tags: [tag],
  security,
  'x-error-codes': errors.filter((code) => !commonErrors.has(code)),
  requestBody,
  responses: { ...errorResponses(errors, errors, responses), ...own },
});

const describe = (operation: Operation): string =>
  [
    operation.description || `${operation.summary}.`,
    ...(operation.deprecation ? [describeDeprecation(operation.deprecation)] : []),
    describeAccess(operation),
  ].join('\n\n');

const describeDeprecation = ({ deprecatedAt, sunsetAt, link }: Deprecation): string =>
  `Deprecated since ${deprecatedAt}; it may be gone from ${sunsetAt}. See ${link}.`;

function describeAccess(operation: Operation): string {
  if (!hasRights(operation)) return 'Public: no authentication required.';
  const { scopes, role, principals, preview } = operation;
  return [
    scopes.length > 0 && `Required scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`,
    role !== 'guest' && `Minimum role: ${role}.`,
    !principals.includes('serviceAccount') && 'Requires a person: service accounts cannot call it.',
    !principals.includes('user') && 'Requires a service account: people cannot call it.',
    principals.includes('oauth') && 'Also available to clients with an OAuth access token for /api/v1.',
    operation.cost > 1 && `Counts as ${operation.cost} requests in the rate limits.`,
    preview && 'Preview for personal access tokens: it may accept more kinds of principals in the future.',
  ]
    .filter(Boolean)
    .join(' ');
}

import { jsonSchema, type PlacedOperation, type Schema } from './api-document.ts';
import { BASE_URL } from './base-url.ts';
import { exampleId, exampleValues } from './example-values.ts';
import { exampleOf } from './example.ts';

/** The variables of a shell that hold what calls are made with, by security scheme. */
const tokenOf = (security: PlacedOperation['security']): string | undefined => {
  const [scheme] = security.flatMap(Object.keys);
  if (scheme === undefined) return undefined;
  return scheme === 'mcpAccess' ? '$ACCESS_TOKEN' : '$TOKEN';
};

/** The example body of an operation's requests; undefined where it takes none. */
export function exampleBody({ requestBody }: PlacedOperation, components: Record<string, Schema>): unknown {
  const schema = requestBody && jsonSchema(requestBody);
  return schema && exampleOf(schema, components, 'request');
}

/**
 * The command for a POSIX shell that calls an operation. It takes the token from TOKEN (over MCP: ACCESS_TOKEN)
 * and the workspace from WORKSPACE; other ids are examples.
 */
export function curlCommand(operation: PlacedOperation, components: Record<string, Schema>): string {
  const { method, path, security, parameters = [] } = operation;
  const body = exampleBody(operation, components);
  const token = tokenOf(security);
  const needsKey = parameters.some(({ name, required }) => name === 'Idempotency-Key' && required);
  const parts = [
    ...(token ? [`-H "Authorization: Bearer ${token}"`] : []),
    ...(needsKey ? [`-H 'Idempotency-Key: ${exampleText('idempotencyKey')}'`] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `;
  const url = `${BASE_URL}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(name, parameters))}`;
  return [`curl ${verb}"${url}${requiredQuery(parameters)}"`, ...parts].join(' \\\n  ');
}

function pathValue(name: string, parameters: PlacedOperation['parameters'] = []): string {
  if (name === 'workspaceId') return '$WORKSPACE';
  const schema = parameters.find((parameter) => parameter.name === name)?.schema;
  return schema?.format === 'uuid' ? exampleId(name) : exampleText(name);
}

function requiredQuery(parameters: NonNullable<PlacedOperation['parameters']>): string {
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${exampleId(name)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function exampleText(name: string): string {
  const value = exampleValues[name];
  return typeof value === 'string' ? value : 'example';
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

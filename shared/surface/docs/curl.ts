import { jsonSchema, type PlacedOperation, type Schema } from './api-document.ts';
import { BASE_URL } from './base-url.ts';
import { exampleValues } from './example-values.ts';
import { exampleOf } from './example.ts';
import { operationExamples } from './operation-examples.ts';
import { findVariable, variableOf } from './variables.ts';

/** Shell variables that hold credentials, by security scheme. */
const tokenOf = (security: PlacedOperation['security']): string | undefined => {
  const [scheme] = security.flatMap(Object.keys);
  if (scheme === undefined) return undefined;
  return scheme === 'mcpAccess' ? '$ACCESS_TOKEN' : '$TOKEN';
};

/** The example request body of an operation; undefined if it has none. */
function exampleBody(
  { operationId, requestBody }: PlacedOperation,
  components: Record<string, Schema>,
): unknown {
  const schema = requestBody && jsonSchema(requestBody);
  return schema && (operationExamples[operationId]?.request ?? exampleOf(schema, components, 'request'));
}

/**
 * POSIX shell commands that call an operation: the call and, if an update needs a version, a line that reads
 * it first. Values specific to the reader are variables; see variables.ts.
 */
export function curlCommand(operation: PlacedOperation, components: Record<string, Schema>): string {
  const { method, path, security, parameters = [] } = operation;
  const body = exampleBody(operation, components);
  const token = tokenOf(security);
  const needsKey = parameters.some(({ name, required }) => name === 'Idempotency-Key' && required);
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `;
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(name));
  const call = [
    `curl ${verb}"${BASE_URL}${url}${requiredQuery(parameters)}"`,
    ...(token ? [`-H "Authorization: Bearer ${token}"`] : []),
    ...(needsKey ? [`-H 'Idempotency-Key: ${String(exampleValues['idempotencyKey'])}'`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, data(body)]),
  ].join(' \\\n  ');
  const text = JSON.stringify(body) ?? '';
  return text.includes('$VERSION') ? `${versionLine(operation.operationId, url)}\n${call}` : call;
}

const pathValue = (name: string): string =>
  name === 'workspaceId' ? '$WORKSPACE' : (findVariable(name) ?? wordOf(name) ?? variableOf(name));

function requiredQuery(parameters: NonNullable<PlacedOperation['parameters']>): string {
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${wordOf(name) ?? variableOf(name)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** The example of a parameter that is a word and not an id. */
const wordOf = (name: string): string | undefined => exampleValues[name] as string | undefined;

/**
 * Reads the version of the resource that a call changes: it is at the same path or, for bulk operations, one
 * of many.
 */
function versionLine(operationId: string, url: string): string {
  const path = operationId === 'bulkUpdateStories' ? 'stories/$STORY' : url.split('$WORKSPACE/')[1]!;
  return `VERSION=$(pick "${path}" .data.updatedAt)`;
}

/** The body: literal, or a here-document if the shell must expand variables. */
function data(body: unknown): string {
  const text = JSON.stringify(body, null, 2);
  return text.includes('$')
    ? `-d @- <<END\n${text.replaceAll(/[\\`]/g, '\\$&')}\nEND`
    : `-d '${text.replaceAll("'", `'\\''`)}'`;
}

import { jsonSchema, placedOperations, type ApiDocument, type PlacedOperation } from './api-document.ts';
import { NEW_KEY } from './code-literal.ts';
import { exampleValues } from './example-values.ts';
import { exampleOf } from './example.ts';
import { operationExamples } from './operation-examples.ts';
import { findVariable, variableOf } from './variables.ts';

/** The request of an operation's example. In its texts, `$NAME` stands for a variable with a value of the reader's. */
export interface ExampleCall {
  operationId: string;
  method: string;
  /** The path below the base URL, with the parameters of the query that are required. */
  path: string;
  /** Parameters of the path and the query, by name. */
  parameters: Record<string, string>;
  /** The variable with the credential; undefined for operations that anyone may call. */
  token: 'TOKEN' | 'ACCESS_TOKEN' | undefined;
  /** Further headers, by name. */
  headers: Record<string, string>;
  body: unknown;
  /** How `$VERSION` is read before the call, if its body needs that: the path, as declared too, and the operation. */
  version:
    | { path: string; declaredPath: string; operationId: string; parameters: Record<string, string> }
    | undefined;
}

/** The example of an operation, the same in each language. */
export function exampleCall(operation: PlacedOperation, document: ApiDocument): ExampleCall {
  const { operationId, method, parameters = [], requestBody } = operation;
  const schema = requestBody && jsonSchema(requestBody);
  const body =
    schema &&
    (operationExamples[operationId]?.request ?? exampleOf(schema, document.components.schemas, 'request'));
  const needsKey = parameters.some(({ name, required }) => name === 'Idempotency-Key' && required);
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = Object.fromEntries(required.map(({ name }) => [name, wordOf(name) ?? variableOf(name)]));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const path = pathOfExample(operation.path);
  return {
    operationId,
    method,
    path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
    parameters: { ...pathParameters(operation.path), ...query },
    token: tokenOf(operation.security),
    headers: needsKey ? { 'Idempotency-Key': NEW_KEY } : {},
    body,
    version: JSON.stringify(body ?? null).includes('$VERSION') ? versionOf(operation, document) : undefined,
  };
}

/** The variable that holds credentials, by security scheme. */
function tokenOf(security: PlacedOperation['security']): ExampleCall['token'] {
  const [scheme] = security.flatMap(Object.keys);
  if (scheme === undefined) return undefined;
  return scheme === 'mcpAccess' ? 'ACCESS_TOKEN' : 'TOKEN';
}

const pathOfExample = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(name));

const pathParameters = (path: string): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, pathValue(name!)]));

const pathValue = (name: string): string =>
  name === 'workspaceId' ? '$WORKSPACE' : (findVariable(name) ?? wordOf(name) ?? variableOf(name));

/** The example of a parameter that is a word and not an id. */
const wordOf = (name: string): string | undefined => exampleValues[name] as string | undefined;

/** What is changed is read at the same path; of a bulk update, one story. */
function versionOf({ operationId, path }: PlacedOperation, document: ApiDocument): ExampleCall['version'] {
  const read = placedOperations(document).find((one) =>
    operationId === 'bulkUpdateStories'
      ? one.operationId === 'getStory'
      : one.method === 'GET' && one.path === path,
  );
  if (!read) throw new Error(`Nothing reads the version that ${operationId} needs.`);
  return {
    path: pathOfExample(read.path),
    declaredPath: read.path,
    operationId: read.operationId,
    parameters: pathParameters(read.path),
  };
}

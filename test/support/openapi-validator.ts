import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Responses {
  [status: string]: { content?: { 'application/json'?: { schema: object } } };
}

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string; responses: Responses }>>;
  components: object;
}

/** Judges answers by an OpenAPI document as a stranger's tool would: path, status and body. */
export function createValidator(document: unknown) {
  const { paths, components } = document as OpenApi;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const routes = Object.entries(paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    methods,
    /** Literal paths come before those with parameters. */
    parameters: path.split('{').length,
  }));
  routes.sort((a, b) => a.parameters - b.parameters);
  const compiled = new Map<string, ValidateFunction>();

  /** What is wrong with an answer; empty where it is as the document says, or the path is not documented. */
  return function problems(method: string, path: string, status: number, body: unknown): string[] {
    const route = routes.find(({ pattern, methods }) => pattern.test(path) && methods[method.toLowerCase()]);
    if (!route) return [];
    const { operationId, responses } = route.methods[method.toLowerCase()]!;
    const schema = responses[status]?.content?.['application/json']?.schema;
    if (!schema) return [`${operationId} does not document the status ${status}`];
    const key = `${operationId} ${status}`;
    const validate = compiled.get(key) ?? ajv.compile({ ...schema, components });
    compiled.set(key, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${key} ${instancePath} ${message}`);
  };
}

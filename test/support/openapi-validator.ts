import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Response {
  $ref?: string;
  content?: { 'application/json'?: { schema: object } };
}

type Responses = Record<string, Response>;

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string; responses: Responses }>>;
  components: { responses: Responses };
}

/**
 * The document without the room that it leaves for later versions: what the service sends today is all described,
 * so further members and other values of an enum are mistakes. Errors may carry more, as they say.
 */
function closed(part: any, name = '', bases = basesIn(part)): any {
  if (Array.isArray(part)) return part.map((one) => closed(one, '', bases));
  if (typeof part !== 'object' || part === null) return part;
  // JSON-RPC is described by its own schema, not by this document.
  if (part.operationId === 'sendMCPMessage') return part;
  const members = Object.fromEntries(
    Object.entries(part).map(([key, one]) => [key, closed(one, key, bases)]),
  );
  const [known, other] = Array.isArray(members['anyOf']) ? members['anyOf'] : [];
  const isOpenEnum = (known?.enum || known?.$ref) && other?.type === 'string' && !other.format && !other.enum;
  if (isOpenEnum) return { ...members, anyOf: members['anyOf'].filter((one: unknown) => one !== other) };
  const isObject = members['type'] === 'object' && members['properties'];
  const mayHaveMore = name === 'error' || bases.has(name) || 'additionalProperties' in members;
  if (!isObject || mayHaveMore) return members;
  return { ...members, [members['allOf'] ? 'unevaluatedProperties' : 'additionalProperties']: false };
}

/** The names of components that others extend, which have more fields than these. */
const basesIn = (document: unknown): Set<string> =>
  new Set(
    [...JSON.stringify(document).matchAll(/"allOf":\[\{"\$ref":"[^"]*\/(\w+)"/g)].map(([, name]) => name!),
  );

/** Schemas refer to the components by a name, so that each is compiled once, whichever schema leads to it. */
const COMPONENTS = 'document';

const naming = (part: unknown): any =>
  JSON.parse(JSON.stringify(part).replaceAll('"$ref":"#/', `"$ref":"${COMPONENTS}#/`));

/** Compiles schemas of a document, in which they refer to its components. */
export function createCompiler(components: object): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ components: naming(components) }, COMPONENTS);
  return (schema) => ajv.compile(naming(schema));
}

/** Validates answers by an OpenAPI document as a stranger's tool would: path, status and body. */
export function createValidator(document: unknown) {
  const { paths, components } = closed(document) as OpenApi;
  const compile = createCompiler(components);
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
    const response = responses[status] ?? responses['default'];
    const named =
      response?.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1)!];
    // Such as a 304.
    if (named && named.content === undefined && body === undefined) return [];
    const schema = named?.content?.['application/json']?.schema;
    if (!schema) return [`${operationId} does not document the status ${status}`];
    const key = `${operationId} ${status}`;
    const validate = compiled.get(key) ?? compile(schema);
    compiled.set(key, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${key} ${instancePath} ${message}`);
  };
}

/** The parts of the OpenAPI document that its reference reads, with shared parts resolved. */
export interface ApiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks: Record<string, { post: ApiOperation }>;
  components: { schemas: Record<string, Schema> };
}

export interface ServedDocument extends ApiDocument {
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, ApiResponse>;
  };
}

/**
 * The document as the reference shows it: parameters, responses and envelopes are resolved in each operation, and
 * enums where they are used.
 */
export function parseApiDocument(served: unknown): ApiDocument {
  const { paths, webhooks, components, tags } = withEnumsInPlace(served as ServedDocument);
  const open = (response: ApiResponse): ApiResponse => {
    const schema = jsonSchema(response);
    const name = schema && componentName(schema);
    return name?.endsWith('Response')
      ? { ...response, content: { 'application/json': { schema: components.schemas[name]! } } }
      : response;
  };
  const inFull = (operation: ApiOperation): ApiOperation => ({
    ...operation,
    parameters: (operation.parameters ?? []).map((one) => resolved(one, components.parameters)),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, one]) => [
        status,
        open(resolved(one, components.responses)),
      ]),
    ),
  });
  const schemas = mapValues(components.schemas, (schema) => inOne(schema, components.schemas));
  const ofEvent = ({ requestBody }: ApiOperation): Pick<ApiOperation, 'requestBody'> => {
    const schema = resolved(jsonSchema(requestBody!)!, schemas);
    return { requestBody: { content: { 'application/json': { schema } } } };
  };
  return {
    tags,
    paths: mapValues(paths, (methods) => mapValues(methods, inFull)),
    webhooks: mapValues(webhooks, ({ post }) => ({ post: { ...inFull(post), ...ofEvent(post) } })),
    components: { ...components, schemas },
  };
}

/**
 * A schema with the fields of what it extends. A choice has the fields that all of it have: those of the base of its
 * first.
 */
function inOne(schema: Schema, schemas: Record<string, Schema>): Schema {
  const { oneOf, allOf = [], ...own } = schema;
  if (oneOf) {
    const [base] = resolved(oneOf[0]!, schemas).allOf ?? [];
    return base ? { ...resolved(base, schemas), ...own, oneOf } : schema;
  }
  if (allOf.length === 0) return schema;
  const parts = [...allOf.map((base) => resolved(base, schemas)), own];
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  const required = parts.flatMap((part) => part.required ?? []);
  return { ...own, required: [...new Set(required)], properties };
}

const mapValues = <T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/** Resolves a reference to a component. */
export function resolved<T extends object>(part: T, components: Record<string, T>): T {
  const name = componentName(part);
  return name === undefined ? part : components[name]!;
}

interface ApiOperation {
  'x-error-codes'?: string[];
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, ApiResponse>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  /** Of the body of a request: whether there has to be one. */
  required?: boolean;
  content?: Record<string, { schema: Schema }>;
}

export interface ApiResponse extends Content {
  description: string;
}

/** The subset of JSON Schema (2020-12) that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  /** False where a request takes no others. */
  additionalProperties?: Schema | false;
  required?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
}

/** The document with the values of named enums in place of references to them; readers need no second page. */
function withEnumsInPlace(document: ServedDocument): ServedDocument {
  const { schemas } = document.components;
  const place = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(place);
    if (typeof value !== 'object' || value === null) return value;
    const name = componentName(value);
    // Error codes have a page, with a meaning each.
    const known = name === undefined || name === 'ErrorCode' ? undefined : schemas[name];
    const { $ref = '', ...own } = value as Schema;
    // A parameter can be called like an enum.
    if (known?.enum && $ref.startsWith('#/components/schemas/')) return { ...known, ...own };
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, place(part)]));
  };
  return place(document) as ServedDocument;
}

/** An operation with its method and path. */
export interface PlacedOperation extends ApiOperation {
  method: string;
  path: string;
}

export const placedOperations = ({ paths }: Pick<ApiDocument, 'paths'>): PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

/** The name of the component that a schema refers to. */
export const componentName = ({ $ref }: { $ref?: string }): string | undefined => $ref?.split('/').at(-1);

/** The schema of JSON content, if any. */
export const jsonSchema = ({ content }: Content): Schema | undefined => content?.['application/json']?.schema;

/** Separates a schema from null: the schema, and whether null is allowed. */
export function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const { anyOf, type, ...rest } = schema;
  if (anyOf) {
    const others = anyOf.filter((part) => part.type !== 'null');
    if (others.length === anyOf.length) return { schema, nullable: false };
    const [only] = others;
    return {
      schema: others.length === 1 ? { ...only, ...rest } : { ...rest, anyOf: others },
      nullable: true,
    };
  }
  if (!Array.isArray(type) || !type.includes('null')) return { schema, nullable: false };
  const others = type.filter((one) => one !== 'null');
  return { schema: { ...rest, type: others.length === 1 ? others[0]! : others }, nullable: true };
}

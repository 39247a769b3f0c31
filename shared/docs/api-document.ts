/** The parts of the OpenAPI document that the reference uses. */
export interface ApiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks: Record<string, { post: ApiOperation }>;
  components: { schemas: Record<string, Schema> };
}

export interface ApiOperation {
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
  required?: string[];
  anyOf?: Schema[];
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
export const referredName = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

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

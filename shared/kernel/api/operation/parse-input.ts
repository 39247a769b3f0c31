import * as z from 'zod';
import { valueWithoutPersonalLinks } from '../../core/personal-links.ts';
import { fieldError, invalidRequest, type FieldError, type FieldProblem } from '../../core/errors.ts';
import type { Operation } from './operation-kinds.ts';
import type { WebRequest } from './web-route.ts';

export interface ParsedInput {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/**
 * Validates path, query and body against the operation's schemas; throws a 400 that lists every invalid
 * field.
 */
export async function parseInput(
  operation: Operation,
  request: Pick<WebRequest, 'query' | 'parameters' | 'json'>,
): Promise<ParsedInput> {
  const problems: FieldProblem[] = [];
  const query = coerceQuery(operation.input.query, request.query, problems);
  if (!operation.input.body) assertNoBody(request.json, problems);
  return await validateInput(operation, { path: request.parameters, query, body: request.json }, problems);
}

/** Validates an item of a bulk request, which has the single operation's path parameters in addition to its body. */
export const parseItem = async (operation: Operation, path: object, body: unknown): Promise<ParsedInput> =>
  await validateInput(operation, { path: { ...path }, query: {}, body }, [], 'body');

/**
 * Validates input that is not a single HTTP request; includes earlier problems, and throws a 400 for all. `pathPlace`
 * is where the request has the path parameters.
 */
export async function validateInput(
  operation: Operation,
  parts: ParsedInput,
  problems: FieldProblem[] = [],
  pathPlace: 'path' | 'body' = 'path',
): Promise<ParsedInput> {
  const { input } = operation;
  const refused: { error: z.ZodError; place: FieldError['in']; schema: z.ZodType }[] = [];
  const validate = (schema: z.ZodType, value: unknown, place: FieldError['in']): unknown => {
    const { error, data } = schema.safeParse(value, { reportInput: true });
    // The envelope of a bulk request says less than the schema that is documented.
    if (error) refused.push({ error, place, schema: schema === bodySchema ? input.body! : schema });
    return data;
  };
  const bodySchema = operation.kind === 'bulk' ? operation.envelope : input.body;
  const body = 'keepsLinks' in operation ? parts.body : await valueWithoutPersonalLinks(parts.body);
  const validated = {
    path: validate(input.path, parts.path, pathPlace) as Record<string, unknown>,
    query: validate(input.query, withoutReplaced(operation, parts.query), 'query') as Record<string, unknown>,
    body: bodySchema ? validate(bodySchema, body, 'body') : undefined,
  };
  if (refused.length > 0) {
    // Imported on demand: most requests are valid.
    const { fieldProblems } = await import('./field-problems.ts');
    const missing =
      pathPlace === 'body' ? Object.keys(input.path.shape).filter((name) => !(name in parts.path)) : [];
    problems.push(
      ...refused.flatMap(({ error, place, schema }) => fieldProblems(error, place, schema, missing)),
    );
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return validated;
}

/** A query without what its cursor replaces, which is ignored whatever it says: a client sends the same query again. */
function withoutReplaced(operation: Operation, query: Record<string, unknown>): Record<string, unknown> {
  if (operation.kind !== 'list' || query['cursor'] === undefined) return query;
  const ignored = new Set(operation.cursorIgnores);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !ignored.has(name)));
}

/** The HTTP path of a call of an operation. */
export const fillPath = (path: string, parameters: Record<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));

function assertNoBody(body: unknown, problems: FieldProblem[]): void {
  const empty = body === undefined || (isPlainObject(body) && Object.keys(body).length === 0);
  if (empty) return;
  problems.push({
    path: '',
    code: 'unknown_field',
    message: 'must be empty, because this operation takes no body',
  });
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Query values are text; if the schema expects a number or boolean, only the canonical form is accepted. */
export function coerceQuery(
  schema: z.ZodObject,
  sent: Iterable<readonly [string, string]>,
  problems: FieldProblem[],
): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null) as object as Record<string, unknown>;
  const seen = new Set<string>();
  for (const [key, text] of sent) {
    if (seen.has(key)) {
      problems.push({ in: 'query', path: key, code: 'repeated', message: 'must not be repeated' });
    }
    seen.add(key);
    const { name, inner } = partsOf(key);
    const known = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
    if (inner !== undefined && known && isKeyed(known)) {
      values[name] = { ...(values[name] as object | undefined), [inner]: text.split(',') };
    } else values[key] = coerceQueryValue(known, text);
  }
  return { ...values };
}

/** The parts of `cf.severity`, also written `cf[severity]` as generated clients do; of another name only the name. */
function partsOf(key: string): { name: string; inner: string | undefined } {
  const {
    name = key,
    dotted,
    bracketed,
  } = /^(?<name>\w+)(?:\.(?<dotted>.+)|\[(?<bracketed>.+)\])$/s.exec(key)?.groups ?? {};
  return { name, inner: dotted ?? bracketed };
}

/** Whether a parameter has values by keys, which are parameters of their own in a URL. */
const isKeyed = (schema: z.ZodType): boolean =>
  (schema instanceof z.ZodOptional ? schema.unwrap() : schema) instanceof z.ZodRecord;

function coerceQueryValue(schema: z.ZodType | undefined, text: string): unknown {
  const type = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (type instanceof z.ZodNumber && /^-?(0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  if (type instanceof z.ZodBoolean && (text === 'true' || text === 'false')) return text === 'true';
  if (type instanceof z.ZodArray) return text === '' ? [] : text.split(',');
  return text;
}

const KEY_PATTERN = /^[!-~]{16,255}$/;

/**
 * The Idempotency-Key header, validated against the operation's requirements (docs/specification.md,
 * "Requests").
 */
export const idempotencyKey = (operation: Operation, { headers }: WebRequest): string | undefined =>
  validateIdempotencyKey(operation, headers['idempotency-key']);

/** Where a request has its key: a header, or a field of an item in bulk. */
type KeyPlace = Pick<FieldError, 'in' | 'path'>;
const keyHeader: KeyPlace = { in: 'header', path: 'Idempotency-Key' };

/** Validates a key against the operation's requirements. */
export function validateIdempotencyKey(
  { idempotency }: Operation,
  key: string | undefined,
  place = keyHeader,
): string | undefined {
  if (idempotency === 'none') return undefined;
  if (key === undefined) {
    if (idempotency === 'accepted') return undefined;
    throw fieldError('idempotency_key_required', [{ ...place, code: 'required', message: 'is required' }]);
  }
  if (KEY_PATTERN.test(key)) return key;
  const message = 'must be 16 to 255 characters from ! to ~';
  throw fieldError('invalid_idempotency_key', [{ ...place, code: 'invalid_format', message }]);
}

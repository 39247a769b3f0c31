import { randomUUID } from 'node:crypto';
import type { Answer } from './client.ts';
import { seededRandom } from './random.ts';
import type { Ids } from './sample.ts';

interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  examples?: unknown[];
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface DocumentedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** What of an OpenAPI document requests are made from; parameters stand in it, schemas may refer to components. */
interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

interface RandomRequest {
  operationId: string;
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
}

/** Fields and parameters that hold the id of something with another name. */
const HOLDS: Record<string, string> = {
  assigneeId: 'memberId',
  reporterId: 'memberId',
  principalId: 'memberId',
  parentId: 'storyId',
  relatedStoryId: 'storyId',
};

const TEXTS = [
  'Export é',
  'a <b>',
  'night "mode"',
  '日本語',
  '  pad ',
  '%00',
  '🙂',
  'is:open',
  '[x](y)',
  '-1',
];

/** What no schema takes, or nobody expects. */
const ODD = [null, '', 0, -1, 1e21, true, '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z', '\u0000'];

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Makes requests for the operations of a document that a seed decides: mostly as their schemas want them, with ids and
 * versions of what `first` names or earlier answers have shown, some with values that nobody expects.
 */
export function randomRequests(
  document: ApiDocument,
  first: Ids,
  seed: number,
  except: readonly string[] = [],
) {
  const random = seededRandom(seed);
  const ids = new Map(Object.entries(first).map(([name, id]) => [name, [id]]));
  const versions = new Map<string, string>();
  /** The parameters of the path under which an id was seen. */
  const places = new Map<string, Record<string, string>>();

  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const known = (name: string): string[] => ids.get(HOLDS[name] ?? name) ?? [];

  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined
      ? schema
      : resolved(document.components.schemas[schema.$ref.split('/').at(-1)!]!);

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== 'sendMCPMessage' && !except.includes(operationId))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const changing = operations.filter(({ method }) => method !== 'GET');

  /** The parameter that takes the ids of what is in a collection, by the collection's path. */
  const parameters = new Map(
    Object.keys(document.paths).flatMap((path) => {
      const [, collection, parameter] = /^(.+)\/\{(\w+)\}$/.exec(path) ?? [];
      return collection === undefined ? [] : [[collection, parameter!]];
    }),
  );

  function learn(name: string, id: string, place: Record<string, string>): void {
    const list = ids.get(name) ?? [];
    ids.set(name, list);
    if (list.includes(id)) return;
    list.push(id);
    // So few that operations meet.
    if (list.length > 30) list.shift();
    places.set(id, place);
  }

  const idOf = (name: string): string => {
    const some = known(name);
    return some.length > 0 && random() < 0.95 ? pick(some) : randomUUID();
  };

  function text({ minLength = 0, maxLength = 500, examples }: Schema): unknown {
    if (examples && random() < 0.5) return pick(examples);
    return pick(TEXTS).slice(0, maxLength).padEnd(minLength, 'q');
  }

  function objectOf({ properties = {}, required = [] }: Schema): object {
    const chosen = Object.entries(properties).filter(([key]) => required.includes(key) || random() < 0.3);
    return Object.fromEntries(chosen.map(([key, schema]) => [key, value(schema, key)]));
  }

  function value(unresolved: Schema, name: string): unknown {
    const schema = resolved(unresolved);
    if (random() < 0.01) return pick(ODD);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    if (schema.anyOf) return value(pick(schema.anyOf), name);
    const { minimum = 0, maximum = 500, minItems = 0, maxItems = 3 } = schema;
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
    if (type === 'object') return objectOf(schema);
    if (type === 'array') {
      const length = Math.min(maxItems, Math.max(minItems, Math.floor(random() * 4)));
      const item = name === 'labels' ? 'labelId' : name.replace(/s$/, '');
      return Array.from({ length }, () => value(schema.items!, item));
    }
    if (type === 'boolean') return random() < 0.5;
    if (type === 'integer')
      return minimum + Math.floor(random() * (Math.min(maximum, minimum + 500) - minimum + 1));
    if (type === 'number') return pick([0, 0.5, 1, 3, 8, 13]);
    return type === 'null' ? null : string(schema, name);
  }

  function string(schema: Schema, name: string): unknown {
    if (schema.format === 'uuid' || /(Id|^reference)$/.test(name)) return idOf(name);
    if (schema.format === 'date-time') return date().toISOString();
    if (schema.format === 'date') return date().toISOString().slice(0, 10);
    return text(schema);
  }

  const date = (): Date =>
    new Date(Date.UTC(2026, 10, 1) + Math.floor(random() * 60) * DAY_MS + (random() < 0.7 ? 0 : 3_723_004));

  function pathOf(template: string) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const last = names.at(-1);
    const id = last === undefined ? '' : idOf(last);
    const chosen: Record<string, string> = {
      ...places.get(id),
      ...(last === undefined ? {} : { [last]: id }),
    };
    for (const name of names) chosen[name] ??= idOf(name);
    return { id, chosen, path: template.replace(/\{(\w+)\}/g, (_, name: string) => chosen[name]!) };
  }

  /** With the version that was last seen, of what the path names and of each in a bulk request. */
  function withVersions(body: unknown, id: string): unknown {
    if (typeof body !== 'object' || body === null || random() < 0.2) return body;
    const { items, expectedUpdatedAt } = body as { items?: unknown; expectedUpdatedAt?: unknown };
    if (Array.isArray(items))
      return {
        items: items.map((item: { storyId?: string; body?: unknown } | null) =>
          item?.body === undefined ? item : { ...item, body: withVersions(item.body, item.storyId ?? '') },
        ),
      };
    return expectedUpdatedAt === undefined
      ? body
      : { ...body, expectedUpdatedAt: versions.get(id) ?? expectedUpdatedAt };
  }

  return {
    next(): RandomRequest & { learnFrom: (answer: Answer) => void } {
      const operation = pick(random() < 0.5 ? changing : operations);
      const { operationId, method } = operation;
      // Or little would be left to meet.
      if (method === 'DELETE' && random() < 0.6) return this.next();
      const { id, chosen, path } = pathOf(operation.path);
      const { parameters: named = [] } = operation;
      const query = named
        .filter(
          ({ in: place, name, required }) =>
            place === 'query' && name !== 'cursor' && (required || random() < 0.15),
        )
        .map(({ name, schema }) => [name, String(value(schema, name))]);
      const schema = operation.requestBody?.content['application/json']?.schema;
      const needsKey = named.some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key');
      return {
        operationId,
        method,
        path,
        query: Object.fromEntries(query) as Record<string, string>,
        body: schema && withVersions(value(schema, 'body'), id),
        headers: needsKey ? { 'idempotency-key': randomUUID() } : {},
        learnFrom: ({ status, json }) => {
          if (status >= 300) return;
          const parameter = parameters.get(operation.path.replace(/\/\{\w+\}$/, ''));
          const { data } = json as { data?: unknown };
          for (const one of Array.isArray(data) ? data : [data]) {
            const { id: seen, updatedAt } = (one ?? {}) as { id?: unknown; updatedAt?: unknown };
            if (typeof seen !== 'string') continue;
            if (parameter !== undefined) learn(parameter, seen, chosen);
            if (typeof updatedAt === 'string') versions.set(seen, updatedAt);
          }
        },
      };
    },
  };
}

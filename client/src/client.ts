import { table } from './generated/table.ts';
import { continued } from './continued.ts';
import type { Calls } from './generated/calls.ts';
import type { Operations } from './generated/schema.ts';
import { send, type CallOptions, type ClientOptions } from './send.ts';
import type { Envelope, Input, ItemOf, ListId } from './types.ts';

export type OperationId = keyof typeof table & keyof Operations;

type Values = Record<string, unknown>;

/** A client of the API. Each operation of the documentation is a method. */
export interface Plotline extends Calls {
  /** The whole response of an operation: `meta` and `included` besides `data`. */
  call<Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<Envelope<Id>>;
  /** All items of a list, asked for page by page. */
  each<Id extends OperationId & ListId>(
    id: Id,
    input: Input<Id>,
    options?: Pick<CallOptions, 'signal'>,
  ): AsyncGenerator<ItemOf<Id>, void, undefined>;
}

/** Creates a client of the service at `baseUrl`. Throws a TypeError for options that no call could use. */
export function createPlotline(options: ClientOptions): Plotline {
  assertUsable(options);
  const call = async (id: OperationId, input: Values, callOptions?: CallOptions) =>
    send(options, requestOf(id, input), callOptions);
  const calls = Object.keys(table).map((id) => [
    id,
    async (input: Values, callOptions?: CallOptions) => {
      return outputOf(await call(id as OperationId, input, callOptions));
    },
  ]);
  return {
    ...(Object.fromEntries(calls) as unknown as Calls),
    call: call as unknown as Plotline['call'],
    each: eachOf(call) as unknown as Plotline['each'],
  };
}

/** Variables of the environment are often not set, which types do not show. */
function assertUsable({ baseUrl, token }: Partial<ClientOptions>): void {
  if (!/^https?:$/.test(protocolOf(baseUrl) ?? ''))
    throw new TypeError(
      `baseUrl is ${JSON.stringify(baseUrl)}; set it to the URL of the service, such as "https://plan.example.com".`,
    );
  if (!token) throw new TypeError('token is missing; set it to a token, or to a function that returns one.');
}

function protocolOf(url: string | undefined): string | undefined {
  try {
    return new URL(url ?? '').protocol;
  } catch {
    return undefined;
  }
}

/** A page of any list. */
interface AnyPage {
  data: unknown[];
  meta: { nextCursor: string | null };
}

const eachOf = (call: (id: OperationId, input: Values, options?: CallOptions) => Promise<unknown>) =>
  async function* (id: OperationId, input: Values, options?: CallOptions) {
    let cursor: string | null | undefined;
    do {
      const page = (await call(
        id,
        cursor == null ? input : continued(input, id, cursor),
        options,
      )) as AnyPage;
      yield* page.data;
      cursor = page.meta.nextCursor;
    } while (cursor !== null);
  };

/** The resource of a response, with what the response has next to it: a secret that is shown once would be lost. */
function outputOf(envelope: unknown): unknown {
  const { data, error: _error, meta: _meta, included: _included, ...others } = (envelope ?? {}) as Values;
  return Object.keys(others).length > 0 ? { ...(data as object), ...others } : data;
}

/** Programs in JavaScript can name what is not an operation, and leave out what takes nothing. */
function requestOf(id: OperationId, { body, ...values }: Values = {}) {
  if (!Object.hasOwn(table, id)) throw new TypeError(`There is no operation ${id}.`);
  const [method, pattern] = table[id].split(' ') as [string, string];
  const inPath = new Set<string>();
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    const value = values[name];
    if (value === undefined || value === '') throw new TypeError(`${id} needs ${name}.`);
    return encodeURIComponent(textOf(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (inPath.has(name) || value === undefined) continue;
    query.append(name, Array.isArray(value) ? value.map(textOf).join(',') : textOf(value));
  }
  return { method, path: query.size > 0 ? `${path}?${query.toString()}` : path, body };
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

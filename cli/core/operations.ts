import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { execute } from '../../shared/kernel/api/operation/execute.ts';
import type { OperationResult } from '../../shared/kernel/api/operation/operation-result.ts';
import type { ExecutableOperation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { validateInput } from '../../shared/kernel/api/operation/parse-input.ts';
import type { Services } from '../../shared/kernel/core/services.ts';
import { operatorAuthority, type OperatorPlace } from '../../shared/kernel/auth/operator.ts';
import { systemClock, type Clock } from '../../shared/kernel/core/clock.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { resolvePublic } from '../../shared/kernel/net/resolve-public.ts';
import { resolveTxt } from '../../shared/kernel/net/resolve-txt.ts';
import { listAllTeamIds } from '../../shared/identity/team/team-store.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { CommandError } from './command-error.ts';

/** An operation with its output type. */
export type OperationWithOutput<T> = ExecutableOperation & { output: z.ZodType<T> };

/** Input of an operation, as an API client would send it; the workspace is filled in. */
export interface OperationInput {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
}

/** Registry operations, in one workspace or outside of any: here as an operator, or over the API as a member. */
export interface Operations {
  /** Runs an operation and returns its output. Throws its ApiErrors. */
  run<T>(operation: OperationWithOutput<T>, input?: OperationInput): Promise<T>;
  /** Runs an operation that returns a secret, and returns both. Throws SecretLost. */
  runForSecret<T>(
    operation: OperationWithOutput<T>,
    input?: OperationInput,
  ): Promise<{ data: T; secret: string }>;
  /** Reads a list page by page: all items, or the first `most`. */
  list<T>(operation: OperationWithOutput<T>, input?: OperationInput, most?: number): Promise<T[]>;
}

/** Thrown if a secret, which is shown once, went with a broken connection: repeated, a request does not return it. */
export class SecretLost extends CommandError {
  readonly id: string;

  constructor(id: string) {
    super(`${id} was made, but its secret was lost with the connection: delete it and create another one.`);
    this.id = id;
  }
}

/** Settings of the environment that its operations follow, by variable. */
export type OperatorSettings = Readonly<Record<string, string>>;

/** Maximum page size of a list. */
const PAGE_MAX = 100;

/** Runs operations over a local or deployed table, with the same code that serves requests. */
export function operationsOver(
  database: Database,
  clock: Clock = systemClock,
  settings: OperatorSettings = {},
) {
  const services = operatorServices(database, clock, settings);
  return (place: OperatorPlace): Operations => {
    const authority = operatorAuthority(place, listAllTeamIds);
    const workspace = place.workspaceId === null ? {} : { workspaceId: place.workspaceId };
    return operationsBy(async (operation, { path = {}, query = {}, body }) => {
      const input = await validateInput(operation, { path: { ...workspace, ...path }, query, body });
      return await execute(services, {
        operation,
        resolveCaller: authority,
        input,
        claim: undefined,
        source: null,
      });
    });
  };
}

/** Sends the input of an operation to what runs it. Throws its ApiErrors. */
type Send = (
  operation: ExecutableOperation,
  input: OperationInput,
) => Promise<Pick<OperationResult, 'data' | 'secret'> & { meta?: { nextCursor: string | null } | undefined }>;

/** Operations by what sends one. */
export const operationsBy = (send: Send): Operations => ({
  run: async (operation, input = {}) => outputOf(operation, (await send(operation, input)).data),
  async runForSecret(operation, input = {}) {
    const { data, secret } = await send(operation, input);
    const output = outputOf(operation, data);
    if (secret === undefined) throw new SecretLost((output as { id: string }).id);
    return { data: output, secret: secret as string };
  },
  async list(operation, input = {}, most = Infinity) {
    const items: unknown[] = [];
    const limit = Math.min(PAGE_MAX, most);
    let cursor: string | null = null;
    do {
      const query = { ...input.query, limit, ...(cursor === null ? {} : { cursor }) };
      const { data, meta } = await send(operation, { ...input, query });
      items.push(...(data as unknown[]));
      cursor = meta?.nextCursor ?? null;
    } while (cursor !== null && items.length < most);
    return items.slice(0, most).map((item) => outputOf(operation, item));
  },
});

/** An operation's output as a client reads it. */
const outputOf = <T>(_operation: OperationWithOutput<T>, data: unknown): T =>
  JSON.parse(JSON.stringify(data)) as T;

function operatorServices(database: Database, clock: Clock, settings: OperatorSettings): Services {
  const secret = randomBytes(32).toString('base64url');
  const absent = (what: string) => new Error(`The command line has no ${what} service.`);
  return {
    database,
    keys: fixedKeys(secret),
    secret: (variable) => Promise.reject(absent(`secret ${variable}`)),
    setting: (variable) => settings[variable],
    resolvePublic,
    resolveTxt,
    baseUrl: () => {
      throw absent('address');
    },
    now: clock,
    randomBytes,
  };
}

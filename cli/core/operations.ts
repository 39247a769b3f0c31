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

/** An operation with its output type. */
type OperationWithOutput<T> = ExecutableOperation & { output: z.ZodType<T> };

/** Input of an operation, as an API client would send it; the workspace is filled in. */
interface OperatorInput {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
}

/** Registry operations with an operator's authority, in one workspace or outside of any. */
export interface Operations {
  /** Runs an operation and returns its output. Throws its ApiErrors. */
  run<T>(operation: OperationWithOutput<T>, input?: OperatorInput): Promise<T>;
  /** Runs an operation that returns a secret, and returns both. */
  runForSecret<T>(
    operation: OperationWithOutput<T>,
    input?: OperatorInput,
  ): Promise<{ data: T; secret: string }>;
  /** Reads a list page by page: all items, or the first `most`. */
  list<T>(operation: OperationWithOutput<T>, input?: OperatorInput, most?: number): Promise<T[]>;
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
    const send = async (
      operation: ExecutableOperation,
      { path = {}, query = {}, body }: OperatorInput,
    ): Promise<OperationResult> => {
      const input = await validateInput(operation, { path: { ...workspace, ...path }, query, body });
      return await execute(services, {
        operation,
        resolveCaller: authority,
        input,
        claim: undefined,
        source: null,
      });
    };
    return {
      run: async (operation, input = {}) => outputOf(operation, (await send(operation, input)).data),
      async runForSecret(operation, input = {}) {
        const { data, secret } = await send(operation, input);
        if (typeof secret !== 'string') throw new Error(`${operation.id} returns no secret.`);
        return { data: outputOf(operation, data), secret };
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
    };
  };
}

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

import { randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import { openHttpApi } from '../../infra/local/http/http-api.ts';
import { gatewayResponse } from '../../infra/local/http/http-response.ts';
import type { Context } from 'aws-lambda';
import { passwordCost } from '../../shared/pages/session/password.ts';
import { pipeline, type Route } from '../../shared/kernel/api/http/pipeline.ts';
import type { Services } from '../../shared/kernel/core/services.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { databaseOf, sharedService } from './service.ts';
import type { Invoke } from '../../infra/local/lambda/invocation.ts';

/** Routes on an address of their own, at a time that a test sets. */
export interface ClockedService {
  baseUrl: string;
  services: Services;
  now: Date;
  /** What was logged, line by line. */
  logs: string[];
  /** Lets time pass. */
  pass(milliseconds: number): void;
  stop(): Promise<void>;
}

/**
 * Serves routes in this process over the shared table, with a clock that stands still until it is moved, and with
 * passwords at a low cost.
 */
export async function startClockedService(
  routes: readonly Route[],
  overrides: Partial<Services> = {},
  /** Of Lambda's: how long an invocation may go on, in milliseconds. */
  context: Partial<Context> = {},
): Promise<ClockedService> {
  const api = await openHttpApi(0, 'kept');
  const key = randomBytes(32);
  const clocked: ClockedService = {
    baseUrl: api.baseUrl,
    now: new Date(),
    logs: [],
    pass: (milliseconds) => {
      clocked.now = new Date(clocked.now.getTime() + milliseconds);
    },
    services: {
      database: databaseOf(sharedService()),
      keys: fixedKeys(key.toString('base64url')),
      secret: () => Promise.resolve(key),
      setting: () => undefined,
      resolvePublic: () => Promise.reject(new Error('There is no outside network here.')),
      resolveTxt: () => Promise.resolve([]),
      baseUrl: () => api.baseUrl,
      now: () => clocked.now,
      randomBytes,
      ...overrides,
    },
    async stop() {
      await api.stop();
      vi.restoreAllMocks();
    },
  };
  // At full cost, the passwords of the accounts' tests would compute for a minute.
  vi.spyOn(passwordCost, 'logN', 'get').mockReturnValue(4);
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation(
      (line: unknown) => void clocked.logs.push(JSON.stringify(line)),
    );
  }
  const handle = pipeline(routes, { services: () => clocked.services });
  const target = { fn: undefined as never, timeoutMs: 30_000, headerMappings: new Map() };
  const definition = {
    apiId: 'clocked',
    accountId: '000000000000',
    cors: undefined,
    routes: routes.map(({ method, path }) => ({ routeKey: `${method} ${path}`, target })),
  };
  const invoke: Invoke = async (_, event) => {
    const response = await handle(event as never, context as Context);
    return { kind: 'response', response: { ...response, statusCode: response.statusCode } };
  };
  api.serve(definition, invoke, gatewayResponse.notFound);
  return clocked;
}

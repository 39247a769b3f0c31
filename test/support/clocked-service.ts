import { randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import { openHttpApi } from '../../infra/local/http/http-api.ts';
import { gatewayResponse } from '../../infra/local/http/http-response.ts';
import { webHandler } from '../../shared/api/http/web-handler.ts';
import type { Services } from '../../shared/core/services.ts';
import type { WebRoute } from '../../shared/api/operation/web-route.ts';
import { databaseOf, sharedService } from './service.ts';
import type { Invoke } from '../../infra/local/lambda/invocation.ts';

/** Web routes on an address of their own, at a time that a test sets. */
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

/** Serves routes in this process over the shared table, with a clock that stands still until it is moved. */
export async function startClockedService(
  routes: readonly WebRoute[],
  overrides: Partial<Services> = {},
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
      cursorKey: () => Promise.resolve(key),
      secret: () => Promise.resolve(key),
      setting: () => undefined,
      resolvePublic: () => Promise.reject(new Error('There is no outside network here.')),
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
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void clocked.logs.push(line));
  }
  const handle = webHandler(routes, { services: () => clocked.services });
  const target = { fn: undefined as never, timeoutMs: 30_000, headerMappings: new Map() };
  const definition = {
    apiId: 'clocked',
    accountId: '000000000000',
    cors: undefined,
    routes: routes.map(({ method, path }) => ({ routeKey: `${method} ${path}`, target })),
  };
  const invoke: Invoke = async (_, event) => {
    const response = await handle(event as never);
    return { kind: 'response', response: { ...response, statusCode: response.statusCode } };
  };
  api.serve(definition, invoke, gatewayResponse.notFound);
  return clocked;
}

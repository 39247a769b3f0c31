import { pathToFileURL } from 'node:url';
import { writeJsonLogs } from '../../infra/local/lambda/json-logs.ts';
import type { Fixture } from './fixture.ts';
import { eventOf } from './handler-event.ts';
import type { LoadRun } from './load-part.ts';
import { servePart } from './part.ts';
import { conversations } from './requests.ts';

/**
 * A function as it is bundled, called directly: no gateway, no messages between threads, one event after the other as in
 * a sandbox.
 */
export type HandlerPart = typeof methods;

interface Target {
  modulePath: string;
  environment: Record<string, string>;
  fixture: Fixture;
}

type Handler = (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;

let handler: Handler;
let start: ReturnType<typeof conversations>;

const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 60_000 };

const methods = {
  async aim({ modulePath, environment, fixture }: Target) {
    Object.assign(process.env, environment);
    writeJsonLogs(
      () => undefined,
      () => 'bench',
    );
    ({ handler } = (await import(pathToFileURL(modulePath).href)) as { handler: Handler });
    start = conversations(fixture);
  },

  /** Calls the function one event after the other; throws where it answers otherwise than expected. */
  async run({ operation, requests }: Pick<LoadRun, 'operation'> & { requests: number }): Promise<void> {
    // The calls were recorded on the first connection, which has changed its story.
    const { next, status, learn } = start[operation](1);
    for (let request = 0; request < requests; request++) {
      const { statusCode, body } = await handler(eventOf(next()), context);
      if (statusCode !== status) throw new Error(`${operation} answered ${statusCode}: ${body}`);
      learn?.(body);
    }
  },
};

servePart(methods);

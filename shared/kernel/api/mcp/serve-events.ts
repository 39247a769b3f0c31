import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { memoize } from '../../core/schema.ts';
import { EventError, type McpEvents } from './events.ts';

const named = memoize(() => ({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }));

const listParams = memoize(() => z.looseObject({ cursor: z.string().optional() }));

const pollParams = memoize(() =>
  z.looseObject({
    ...named(),
    cursor: z.string().nullable().default(null),
    maxAgeMs: z.int().min(0).optional(),
    maxEvents: z.int().min(1).optional(),
  }),
);

const subscribeParams = memoize(() =>
  z.looseObject({
    ...named(),
    delivery: z.looseObject({ mode: z.string(), url: z.string(), secret: z.string() }),
    // What a time cannot be granted for is clamped, never refused.
    ttlMs: z.number().nullable().optional(),
  }),
);

const unsubscribeParams = memoize(() =>
  z.looseObject({ ...named(), delivery: z.looseObject({ url: z.string() }) }),
);

/** Adds the methods of the events extension, which the SDK does not know; `keep` withholds internal errors. */
export function serveEvents(
  server: Server,
  { offered, poll, subscribe, unsubscribe }: McpEvents,
  keep: (error: unknown) => never,
): void {
  const answered = async (answer: Promise<object>): Promise<Record<string, unknown>> => ({
    resultType: 'complete',
    ...(await answer.catch((error: unknown) => {
      if (!(error instanceof EventError)) return keep(error);
      throw new ProtocolError(error.code ?? ProtocolErrorCode.InvalidParams, error.message, error.data);
    })),
  });
  server.setRequestHandler('events/list', { params: listParams() }, async ({ cursor }) => {
    if (cursor !== undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is one page of events only.');
    }
    return { resultType: 'complete', events: await offered() };
  });
  server.setRequestHandler('events/poll', { params: pollParams() }, (params) => answered(poll(params)));
  server.setRequestHandler('events/subscribe', { params: subscribeParams() }, (params) =>
    answered(subscribe(params)),
  );
  server.setRequestHandler('events/unsubscribe', { params: unsubscribeParams() }, (params) =>
    answered(unsubscribe(params)),
  );
}

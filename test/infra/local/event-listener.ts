import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the function is to do with an event. */
export type Answer = { error?: string; exit?: number; hang?: boolean; result?: unknown };

export type EventListener<T> = {
  /** Where the function is to send its events. */
  url: string;
  /** All events so far. */
  events: T[];
  /** The next event that was not given yet, as soon as the function has it. */
  next: () => Promise<T>;
};

/**
 * Listens to the fixture function `stream`, and answers for it; closed when the test is over. `read` makes what
 * a test looks at from the records of an event, or from an event that has none.
 */
export async function listenForEvents<T>(
  read: (payload: unknown) => T,
  answer: (event: T, number: number, trace: string) => Answer | Promise<Answer>,
): Promise<EventListener<T>> {
  const events: T[] = [];
  let given = 0;
  let arrived: () => void = () => undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event = read(JSON.parse(Buffer.concat(chunks).toString()));
      events.push(event);
      arrived();
      const trace = String(request.headers['x-amzn-trace-id']);
      void Promise.resolve(answer(event, events.length, trace)).then((said) =>
        response.end(JSON.stringify(said)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    next: async () => {
      while (given === events.length) await new Promise<void>((resolve) => (arrived = resolve));
      return events[given++]!;
    },
  };
}

import type { IncomingMessage } from 'node:http';

/** A request to the runner itself. */
export type LocalRequest = {
  message: Pick<IncomingMessage, 'method' | 'headers'>;
  path: string;
  query: string;
  body: Buffer | undefined;
};

/** The addresses of the runner itself, which no template has. */
export const LOCAL_PREFIX = '/_local/';

import type { IncomingMessage } from 'node:http';

/** A request to the runner itself. */
export type LocalRequest = {
  message: Pick<IncomingMessage, 'method' | 'headers'>;
  path: string;
  query: string;
  body: Buffer | undefined;
};

/** Paths of the runner itself, which are not in the template. */
export const LOCAL_PREFIX = '/_local/';

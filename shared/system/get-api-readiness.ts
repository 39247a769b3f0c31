import * as z from 'zod';
import { publicOperation } from '../api/operation/public-operation.ts';
import { entityKey } from '../db/table.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';

/** How long the database may take to answer before it counts as not ready, in milliseconds. */
const TIMEOUT_MS = 2_000;

export const getAPIReadiness = publicOperation({
  id: 'getAPIReadiness',
  path: '/readiness',
  tag: 'System',
  summary: 'Tell that the API can serve requests',
  description: 'Says that the API and its database answer. A 503 ends by itself when they do again.',
  errors: ['service_unavailable'],
  output: z.object({ status: z.literal('ready') }).meta({ id: 'Readiness' }),
  handle: async ({ read }) => {
    await within(TIMEOUT_MS, read.get(entityKey('READINESS')));
    return { status: 'ready' as const };
  },
});

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailable('The database did not answer in time.')),
      milliseconds,
    );
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

import * as z from 'zod';
import { publicOperation } from '../../kernel/api/operation/public-operation.ts';
import { entityKey, namedPartition } from '../../kernel/db/table.ts';
import { DatabaseUnavailable } from '../../kernel/db/unavailable.ts';

/** Maximum response time of the database in milliseconds before it counts as unavailable. */
const TIMEOUT_MS = 2_000;

export const getAPIReadiness = publicOperation({
  id: 'getAPIReadiness',
  path: '/readiness',
  tag: 'System',
  summary: 'Check whether the API can serve requests',
  description: 'Checks the API and its database. After a 503, retry later.',
  errors: ['service_unavailable'],
  output: () => z.object({ status: z.literal('ready') }).meta({ id: 'Readiness' }),
  handle: async ({ read }) => {
    await within(TIMEOUT_MS, read.get(entityKey(namedPartition('READINESS'))));
    return { status: 'ready' as const };
  },
});

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailable('The database did not respond in time.')),
      milliseconds,
    );
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

import * as z from 'zod';
import { publicOperation } from '../../kernel/api/operation/public-operation.ts';

export const getAPILiveness = publicOperation({
  id: 'getAPILiveness',
  path: '/liveness',
  tag: 'System',
  summary: 'Check whether the API is running',
  description: 'Reports that the API process is running. Does not check the database.',
  output: () => z.object({ status: z.literal('alive') }).meta({ id: 'Liveness' }),
  handle: async () => ({ status: 'alive' as const }),
});

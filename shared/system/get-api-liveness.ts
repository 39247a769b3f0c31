import * as z from 'zod';
import { publicOperation } from '../api/operation/public-operation.ts';

export const getAPILiveness = publicOperation({
  id: 'getAPILiveness',
  path: '/liveness',
  tag: 'System',
  summary: 'Tell that the API runs',
  description: 'Says that the API process runs; nothing about its database.',
  output: z.object({ status: z.literal('alive') }).meta({ id: 'Liveness' }),
  handle: async () => ({ status: 'alive' as const }),
});

import { getLimits } from './get-limits.ts';

export const limitOperations = [getLimits];

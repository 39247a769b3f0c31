import { listStatuses } from './list-statuses.ts';

export const statusOperations = [listStatuses];

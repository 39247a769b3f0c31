import { listObjectiveHistory } from './list-objective-history.ts';
import { nounHistories } from './list-noun-history.ts';

export const historyOperations = [...nounHistories.values(), listObjectiveHistory];

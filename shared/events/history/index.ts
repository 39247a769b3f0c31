import { listObjectiveHistory } from './list-objective-history.ts';
import { listSprintHistory } from './list-sprint-history.ts';
import { listStoryHistory } from './list-story-history.ts';

export const historyOperations = [listStoryHistory, listObjectiveHistory, listSprintHistory];

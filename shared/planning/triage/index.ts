import { listTriage } from './list-triage.ts';
import { triageStory } from './triage-story.ts';

export const triageOperations = [listTriage, triageStory];

import { getSchedule } from './get-schedule.ts';
import { getStorySchedule } from './get-story-schedule.ts';

export const plannerOperations = [getSchedule, getStorySchedule];

import { getSchedule } from './get-schedule.ts';
import { getStorySchedule } from './get-story-schedule.ts';
import { previewSchedule } from './preview-schedule.ts';

export const plannerOperations = [getSchedule, getStorySchedule, previewSchedule];

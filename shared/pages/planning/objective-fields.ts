import { day, needed, text } from '../kit/form.ts';

/** The fields of the form of an objective. */
export const objectiveFields = {
  name: needed('name'),
  description: text('description'),
  shortSummary: text('shortSummary'),
  health: text('health'),
  startDate: day('startDate'),
  due: day('endDate'),
  lead: text('leadUserId'),
};

/** The days of the form, of which the second is not before the first. */
export const objectiveDays = ['startDate', 'due'] as const;

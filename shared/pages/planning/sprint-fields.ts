import { day, needed, text } from '../kit/form.ts';

/** The fields of the form of a sprint. */
export const sprintFormFields = {
  name: needed('name'),
  goal: text('goal'),
  startDate: { ...day('startDate'), whenEmpty: '' },
  due: { ...day('endDate'), whenEmpty: '' },
};

/** The days of the form, of which the second is not before the first. */
export const sprintFormDays = ['startDate', 'due'] as const;

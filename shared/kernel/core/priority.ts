import { findEnumValue } from './enum-words.ts';

/** How urgent work is, the lowest first. */
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** The priority that a person means, such as `High` or `No Priority`; undefined if it is none. */
export const parsePriority = (text: string): Priority | undefined => findEnumValue(priorities, text);

/** The values of documents stored before the API wrote all enums in snake_case. */
export const formerPriorities: Readonly<Record<string, Priority>> = {
  'No Priority': 'none',
  Low: 'low',
  Medium: 'medium',
  High: 'high',
  Urgent: 'urgent',
};

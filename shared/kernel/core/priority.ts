import { findEnumValue } from './enum-words.ts';

/** The priorities of work, in ascending order. */
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** Parses a priority as people write it, such as `High` or `No Priority`; returns undefined for anything else. */
export const parsePriority = (text: string): Priority | undefined => findEnumValue(priorities, text);

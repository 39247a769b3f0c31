import { readFileSync } from 'node:fs';
import { memoize } from '../../kernel/core/schema.ts';

/** The file next to the bundle of the public function with the AsyncAPI document of the events. */
export const EVENTS_FILE = 'asyncapi.json';

const file = memoize(() => ({ text: readFileSync(new URL(`./${EVENTS_FILE}`, import.meta.url), 'utf8') }));

/** The AsyncAPI document, which is the same for every service: receivers have their own addresses. */
export const eventsText = (): string => file().text;

import type { Reader } from '../db/reader.ts';
import { entityKey } from '../db/table.ts';

/** The team of a sprint, or undefined where there is no such sprint. */
export async function getSprintTeam(read: Reader, id: string): Promise<string | undefined> {
  return (await read.get(entityKey(`P#${id}`)))?.['teamId'] as string | undefined;
}

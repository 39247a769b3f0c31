import type { Reader } from '../db/reader.ts';
import { entityKey } from '../db/table.ts';

/** The team of an objective, or undefined where there is no such objective. */
export async function getObjectiveTeam(read: Reader, id: string): Promise<string | undefined> {
  return (await read.get(entityKey(`O#${id}`)))?.['teamId'] as string | undefined;
}

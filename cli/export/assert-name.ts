import type * as z from 'zod';
import { CommandError } from '../core/command-error.ts';

/** Throws for a name from which a file would get another place than the folder. */
export function assertName(name: string, schema: z.ZodType): void {
  if (!schema.safeParse(name).success) throw new CommandError(`The service names a file ${name}.`);
}

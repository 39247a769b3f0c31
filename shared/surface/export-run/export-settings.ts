import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { operationAt } from './export-facts.ts';
import type { ExportReader } from './export-reader.ts';

/** What a workspace has one of, by the field of settings.json. */
export const settingOperations: Readonly<Record<string, ResourceOperation>> = {
  workspace: operationAt(''),
  tokenPolicy: operationAt('token-policy'),
};

/** The settings of a workspace, as far as the caller may read them. */
export async function readSettings(reader: ExportReader): Promise<Record<string, object | null>> {
  const readable = Object.entries(settingOperations).filter(([, operation]) => reader.mayRead(operation));
  const found = readable.map(
    async ([name, operation]) => [name, (await reader.resource(operation, {})) ?? null] as const,
  );
  return Object.fromEntries(await Promise.all(found));
}

/** The settings that the caller may not read. */
export const unreadableSettings = (reader: ExportReader): string[] =>
  Object.entries(settingOperations)
    .filter(([, operation]) => !reader.mayRead(operation))
    .map(([name]) => name);

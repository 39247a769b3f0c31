/** Makes the sources that are derived from the API's document: its types, and the method and path of each operation. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../shared/kernel/api/openapi/document.ts';
import { describedEvents } from '../shared/projections/events/event-descriptions.ts';
import { withNotes } from '../shared/surface/docs/with-notes.ts';
import { namedEnums } from '../shared/surface/named-enums.ts';
import { allOperations, webRegistry } from '../shared/surface/registry.ts';
import { callMethods } from './call-methods.ts';
import { generatedFolder } from './generated-folder.ts';
import { schemaTypes } from './schema-types.ts';

const NOTE = '// Made by client/generate.ts.\n';

/** Writes them into a folder. Others may be reading it: each file is replaced as a whole. */
export function generateSources(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of Object.entries(generatedSources())) {
    const unfinished = join(folder, `${name}.${process.pid}`);
    writeFileSync(unfinished, NOTE + source);
    renameSync(unfinished, join(folder, name));
  }
}

/** The sources by the names of their files. */
function generatedSources(): Record<string, string> {
  const operations = allOperations.filter(({ kind }) => kind !== 'publicRead');
  const document = withNotes(
    openApiDocument({
      operations,
      routes: Object.values(webRegistry).flat(),
      events: describedEvents,
      namedEnums,
    }),
  );
  const table = Object.fromEntries(
    operations
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ id, method, path }) => [id, `${method} ${path}`]),
  );
  const ids = new Set(Object.keys(table));
  return {
    'table.ts': `/** The method and path of each operation. */\nexport const table = ${JSON.stringify(table, null, 2)} as const;\n`,
    'calls.ts': callMethods(document, ids),
    'schema.ts': schemaTypes(document, ids),
  };
}

if (import.meta.main) generateSources(generatedFolder);

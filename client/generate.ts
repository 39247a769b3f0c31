/** Writes the types of the API's document, and the method and path of each operation, next to the client's sources. */
import { mkdirSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../shared/kernel/api/openapi/document.ts';
import { describedEvents } from '../shared/projections/events/event-descriptions.ts';
import { callMethods } from './call-methods.ts';
import { withNotes } from '../shared/surface/docs/with-notes.ts';
import { namedEnums } from '../shared/surface/named-enums.ts';
import { allOperations, webRegistry } from '../shared/surface/registry.ts';

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
const folder = new URL('src/generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
const note = '// Made by client/generate.ts.\n';
writeFileSync(
  new URL('table.ts', folder),
  `${note}/** The method and path of each operation. */\nexport const table = ${JSON.stringify(table, null, 2)} as const;\n`,
);
writeFileSync(new URL('calls.ts', folder), `${note}${callMethods(document, new Set(Object.keys(table)))}`);
writeFileSync(
  new URL('schema.ts', folder),
  `${note}${astToString(await openapiTS(document as never, { defaultNonNullable: false }))}`,
);

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordRelease } from './release-record.ts';

/** Records the release that is made of this code, for the tests of the next one: `node test/releases/main.ts`. */
const file = join(import.meta.dirname, 'previous.json');
writeFileSync(file, `${JSON.stringify(await recordRelease(), undefined, 1)}\n`);

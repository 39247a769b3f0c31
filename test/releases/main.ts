import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunctions } from '../../infra/constructs/bundle.ts';
import { reachedKeys } from '../../infra/constructs/reached-keys.ts';
import { functionRoles } from '../infra/function-roles.ts';
import { recordRelease } from './release-record.ts';

/** Records the release that is made of this code, for the tests and roles of the next one: `node test/releases/main.ts`. */
const file = join(import.meta.dirname, 'previous.json');
const metafiles = await bundleFunctions();
const record = { ...(await recordRelease()), roles: functionRoles() };
writeFileSync(file, `${JSON.stringify(record, undefined, 1)}\n`);

const keys = Object.entries(metafiles).map(
  ([name, metafile]) => `${JSON.stringify(name)}: ${JSON.stringify(reachedKeys(metafile))}`,
);
const keysFile = join(import.meta.dirname, '../../infra/constructs/former-keys.json');
writeFileSync(keysFile, `{\n${keys.join(',\n')}\n}\n`);

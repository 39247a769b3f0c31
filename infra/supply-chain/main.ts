/** `npm run supply-chain`: licences, contents of bundles and known vulnerabilities; the exit code is 1 if any is refused. */
import { execFileSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderTable } from '../../cli/core/output.ts';
import { bundleFunctions } from '../constructs/bundle.ts';
import { bundledPackages } from './bundled-packages.ts';
import { readPackages, refusedPackages } from './licences.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const print = (text: string) => process.stdout.write(`${text}\n\n`);

const packages = readPackages(root);
const counts = [...Map.groupBy(packages, ({ licence }) => licence ?? 'unknown')]
  .map(([licence, of]) => [licence, String(of.filter((one) => one.isDeployed).length), String(of.length)])
  .sort((a, b) => Number(b[2]) - Number(a[2]));
print(renderTable(['licence', 'deployed', 'all'], counts));
const refused = refusedPackages(packages);
for (const { name, version, licence } of refused)
  print(
    `${name} ${version} has the licence ${licence ?? 'unknown'}, which is not allowed in what is deployed.`,
  );

const contents = bundledPackages(await bundleFunctions());
print(
  renderTable(
    ['function', 'KB', 'of which'],
    contents.map(({ name, bytes, parts }) => [
      name,
      (bytes / 1024).toFixed(0),
      parts.map((part) => `${part.name} ${(part.bytes / 1024).toFixed(0)}`).join(', '),
    ]),
  ),
);

if (refused.length > 0 || findVulnerabilities() > 0) process.exitCode = 1;

/** Asks npm's registry for what is known of the deployed packages; returns how many vulnerabilities there are. */
function findVulnerabilities(): number {
  let answer: string;
  try {
    answer = execFileSync('npm', ['audit', '--omit=dev', '--json'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    // It exits with 1 for vulnerabilities too.
    answer = (error as { stdout?: string }).stdout ?? '';
  }
  const total = auditTotal(answer);
  print(
    total === undefined
      ? 'Known vulnerabilities were not looked up: the registry that npm uses does not answer audits.'
      : `Known vulnerabilities of what is deployed: ${total}${total > 0 ? ' (npm audit --omit=dev)' : ''}.`,
  );
  return total ?? 0;
}

function auditTotal(answer: string): number | undefined {
  try {
    const { metadata } = JSON.parse(answer) as { metadata?: { vulnerabilities?: { total?: number } } };
    return metadata?.vulnerabilities?.total;
  } catch {
    return undefined;
  }
}

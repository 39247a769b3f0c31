/** Enforces the table of the README's "Layout", which it reads, and that neither files nor folders form a cycle. */
const { readdirSync, readFileSync } = require('node:fs');
const { basename } = require('node:path');
const { NOUN, named, quoted, rows } = require('./layout.ts').layout;

const escape = (path) => path.replaceAll('.', '\\.');
const inShared = named.filter((path) => path.startsWith('shared/'));
const nouns = `shared/(?!${inShared.map((path) => escape(path.slice('shared/'.length))).join('|')})`;
const patternOf = (path) => (path === NOUN ? nouns : escape(path));

/** What a row may import: the rooms that it names, or all rows above. Undefined for everything. */
function allowedBy({ imports }, position) {
  if (imports === 'everything') return undefined;
  if (imports === 'nothing') return [];
  if (imports.startsWith('all above')) return rows.slice(0, position).flatMap(({ paths }) => paths);
  const names = quoted(imports);
  if (names.length === 0)
    throw new Error(`README.md, Layout: "${imports}" says nothing that can be checked.`);
  const unknown = names.filter((name) => !named.includes(name) && name !== 'shared/');
  if (unknown.length > 0) throw new Error(`README.md, Layout: ${unknown.join(', ')} has no row.`);
  return names;
}

const layers = rows.flatMap((row, position) => {
  const allowed = allowedBy(row, position);
  if (allowed === undefined) return [];
  const own = `^(${row.paths.map(patternOf).join('|')})`;
  const others = allowed.map((path) => `^${patternOf(path)}`);
  return [
    {
      name: `layout-${row.paths[0]}`,
      severity: 'error',
      from: { path: own },
      to: { path: '^(shared|infra|functions|test)/', pathNot: [own, ...others] },
    },
  ];
});

/** Files of operations: each is named after the operation's id. */
const operations = readdirSync('shared', { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `shared/${file}`)
  .filter((file) => {
    const id = basename(file, '.ts').replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
    return readFileSync(file, 'utf8').includes(`  id: '${id}',`);
  });

/** What may import operations of other folders. */
const withOperations = rows
  .filter(({ imports }) => !imports.includes('operations'))
  .flatMap(({ paths }) => paths);

module.exports = {
  forbidden: [
    { name: 'no-file-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-folder-cycles', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    ...layers,
    {
      name: 'nouns-import-no-operations-of-others',
      severity: 'error',
      from: { path: '^shared/([^/]+)/', pathNot: withOperations.map((path) => `^${patternOf(path)}`) },
      to: {
        path: `^(${operations.map(escape).join('|')})$|^shared/[^/]+/index\\.ts$`,
        pathNot: '^shared/$1/',
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^test/'] },
    includeOnly: '^(shared|infra|functions|test)/',
  },
};

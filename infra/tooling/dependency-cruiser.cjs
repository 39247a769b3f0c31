/** Enforces the import rules of the README's "Layout", without cycles between files or folders. */
const { readdirSync, readFileSync } = require('node:fs');
const { basename } = require('node:path');

/** Files of operations: each is named after the operation's id. */
const operations = readdirSync('shared', { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `shared/${file}`)
  .filter((file) => {
    const id = basename(file, '.ts').replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
    return readFileSync(file, 'utf8').includes(`  id: '${id}',`);
  });

/** Rooms of pages and documents, which serve the operations of nouns to people. */
const web = '^shared/(accounts|oauth|public-portals|system)/';
const nouns =
  '^shared/(?!core/|api/|auth/|db/|net/|pages/|docs/|mcp/|groups/|cascades/|projections/|registry\\.ts)';
const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(shared|infra|functions|test)/', pathNot: [from, ...to] },
});

module.exports = {
  forbidden: [
    { name: 'no-file-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-folder-cycles', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    only('core-imports-nothing', '^shared/core/', []),
    only('db', '^shared/db/', ['^shared/core/']),
    only('net', '^shared/net/', ['^shared/core/']),
    only('pages', '^shared/pages/', ['^shared/core/']),
    only('operation', '^shared/api/operation/', ['^shared/(core|db)/']),
    only('api', '^shared/api/', ['^shared/(core|db|net|auth)/']),
    only('auth', '^shared/auth/', ['^shared/(core|db)/']),
    {
      name: 'nouns-import-no-composition',
      severity: 'error',
      from: { path: nouns },
      to: { path: '^shared/(registry\\.ts|groups/|cascades/|projections/)|^(infra|functions|test)/' },
    },
    {
      name: 'nouns-import-no-operations-of-others',
      severity: 'error',
      from: { path: nouns.replace(/$/, '([^/]+)/'), pathNot: web },
      to: {
        path: `^(${operations.join('|').replaceAll('.', '\\.')})$|^shared/[^/]+/index\\.ts$`,
        pathNot: '^shared/$1/',
      },
    },
    only('functions', '^functions/', ['^shared/']),
    { name: 'nothing-imports-tests', severity: 'error', from: { pathNot: '^test/' }, to: { path: '^test/' } },
    {
      name: 'shared-stands-alone',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(infra|functions)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(shared|infra|functions)/',
  },
};
